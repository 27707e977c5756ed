import { usePath } from '#auth/address.tsx';
import { resetPassword } from '#auth/link/recovery.ts';
import styles from '#forms/account.module.css';
import { ScreenLink } from '#forms/screen-link.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import { ChoosePassword } from './choose-password.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const askAgain = { to: '/password/forgot', words: 'link.askNew' } as const;
const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'link.resetExpired', main: askAgain, other: backToLogin },
  used: { heading: 'link.used', lead: 'link.resetUsed', main: toLogin, other: askAgain },
  cancelled: { heading: 'link.cancelled', lead: 'link.resetCancelled', main: askAgain, other: backToLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: askAgain, other: backToLogin },
};

const notices = { signedIn: 'reset.changed', notSignedIn: 'reset.done' } as const;
/** The texts of the two pages that set a new password: after a recovery, and after an admin's request. */
const pages = {
  '/password/reset': {
    title: 'titles.reset',
    heading: 'reset.title',
    lead: 'reset.lead',
    submit: 'reset.submit',
    ...notices,
  },
  '/password/new': {
    title: 'titles.newPassword',
    heading: 'newPassword.title',
    lead: 'newPassword.lead',
    submit: 'newPassword.submit',
    ...notices,
  },
} as const;

/** Sets a new password by a mailed link (spec §2). */
export function NewPasswordScreen() {
  const { t } = useTexts();
  const page = usePath().startsWith('/password/new') ? '/password/new' : '/password/reset';
  return (
    <ChoosePassword
      page={page}
      form="resetPassword"
      token="code"
      words={pages[page]}
      linkWords={linkWords}
      setPassword={resetPassword}
    >
      {({ email }) => (
        <>
          <p className={styles.line}>{t('reset.signsOut')}</p>
          <p className={styles.line}>
            <ScreenLink to="/login" email={() => email}>
              {t('account.backToLogin')}
            </ScreenLink>
          </p>
        </>
      )}
    </ChoosePassword>
  );
}
