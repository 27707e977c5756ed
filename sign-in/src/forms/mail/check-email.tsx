import { ButtonLink } from '@app/ui/button';
import { ScreenHeading } from '@app/ui/screen-heading';
import { ScreenIcon } from '@app/ui/screen-icon';
import { Stack } from '@app/ui/stack';
import { useRef, type ReactNode } from 'react';

import { useTexts, useTitle } from '#i18n/use-texts.ts';

import styles from '#forms/account.module.css';
import { ScreenLink } from '#forms/screen-link.tsx';
import { useInitialFocus } from '#forms/use-initial-focus.ts';
import { TextWithEmail } from '#forms/text-with-email.tsx';

import { OpenWebmail } from './open-webmail.tsx';

interface CheckEmailProps {
  /** Says what was sent, with `emailPlaceholder` for the address. */
  readonly lead: string;
  readonly email: string;
  /** The path of this screen's form, for a page without script. */
  readonly otherAddress: '/password/forgot' | '/signup' | '/login';
  readonly onOtherAddress: () => void;
  /** Returns to the login form, where this is a state of its screen. */
  readonly onBackToLogin?: () => void;
  /** Sends the email again. */
  readonly children?: ReactNode;
}

/** Says that an email was sent: to which address, what to do if it does not arrive, and the way back. */
export function CheckEmail({
  lead,
  email,
  otherAddress,
  onOtherAddress,
  onBackToLogin,
  children,
}: CheckEmailProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle('titles.checkEmail');
  useInitialFocus(heading);

  return (
    <Stack>
      <ScreenIcon kind="mail" />
      <ScreenHeading ref={heading} lead={<TextWithEmail words={lead} email={email} />}>
        {t('account.checkEmail')}
      </ScreenHeading>
      <OpenWebmail email={email}>
        {(link, words) => (
          <ButtonLink block {...link}>
            {words}
          </ButtonLink>
        )}
      </OpenWebmail>
      <Stack gap="tight">
        <h2 className={styles.heading}>{t('account.nothingCame')}</h2>
        <ul className={styles.hints}>
          <li>{t('account.checkSpam')}</li>
          <li>
            {t('account.checkAddress')}{' '}
            <a
              href={otherAddress}
              onClick={(event) => {
                event.preventDefault();
                onOtherAddress();
              }}
            >
              {t('account.otherAddress')}
            </a>
          </li>
        </ul>
      </Stack>
      {children}
      <p className={styles.line}>
        <ScreenLink to="/login" email={() => email} onClick={onBackToLogin}>
          {t('account.backToLogin')}
        </ScreenLink>
      </p>
    </Stack>
  );
}
