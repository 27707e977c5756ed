import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { Stack } from '@app/ui/stack/stack.tsx';

import { accountFailureWords, accountFormError } from '#auth/link/account-failure-words.ts';
import { usePath } from '#auth/address.tsx';
import { useAuth } from '#auth/auth-context.tsx';
import { clearStoredLink, isAboutLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { resetPassword } from '#auth/link/recovery.ts';
import { signInAfterLink } from '#auth/link/sign-in-after-link.ts';
import { useLink } from '#auth/link/use-link.ts';
import styles from '#forms/account.module.css';
import { backToLogin, LinkGate, toLogin, type LinkWords } from '#forms/link/link-gate.tsx';
import { NewPasswordForm } from '#forms/new-password/new-password-form.tsx';
import { useNotice } from '#forms/notices.ts';
import { ScreenLink } from '#forms/screen-link.tsx';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

const askNew = { to: '/password/forgot', words: 'link.askNew' } as const;
const linkWords = {
  expired: { heading: 'link.expired', lead: 'link.resetExpired', main: askNew, other: backToLogin },
  used: { heading: 'link.used', lead: 'link.resetUsed', main: toLogin, other: askNew },
  cancelled: { heading: 'link.cancelled', lead: 'link.resetCancelled', main: askNew, other: backToLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: askNew, other: backToLogin },
} as const satisfies Record<string, LinkWords>;

/** The words of the two pages that set a new password: somebody forgot theirs, or an admin asked for another. */
const pages = {
  '/password/reset': {
    title: 'titles.reset',
    heading: 'reset.title',
    lead: 'reset.lead',
    submit: 'reset.submit',
  },
  '/password/new': {
    title: 'titles.newPassword',
    heading: 'newPassword.title',
    lead: 'newPassword.lead',
    submit: 'newPassword.submit',
  },
} as const;
type Page = keyof typeof pages;

/** A new password by the link of a mail (spec §2), then the ordinary sign-in with it. */
export function NewPasswordScreen() {
  const page: Page = usePath().startsWith('/password/new') ? '/password/new' : '/password/reset';
  const { link, status, failure, busy, check } = useLink(page);

  return (
    <LinkGate
      status={status}
      words={linkWords}
      email={link?.email}
      error={failure ? accountFormError(failure) : null}
      busy={busy}
      onCheck={() => void check()}
    >
      {link ? <NewPassword page={page} link={link} check={check} /> : null}
    </LinkGate>
  );
}

function NewPassword({ page, link, check }: { page: Page; link: MailedLink; check: () => Promise<unknown> }) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const notice = useNotice();
  const posted = postedOutcome(usePageData(), 'resetPassword', accountEndpoints.resetPassword);
  const { title, heading, lead, submit } = pages[page];
  useTitle(title);

  async function onSend(chosen: { password: string; passwordConfirmation: string }) {
    const failure = await resetPassword(deps, link, chosen);
    if (failure) {
      // What became of the link is said in words of its own; the form stays only if it is good after all.
      if (isAboutLink(failure)) await check();
      return failure;
    }
    clearStoredLink();
    const signedIn = await signInAfterLink(deps, { email: link.email, password: chosen.password });
    notice(
      signedIn ? { words: 'reset.changed', variant: 'success' } : { words: 'reset.done', variant: 'info' },
    );
    return undefined;
  }

  return (
    <Stack>
      <ScreenHeading lead={<TextWithEmail words={t(lead, { email: emailPlaceholder })} email={link.email} />}>
        {t(heading)}
      </ScreenHeading>
      <NewPasswordForm
        email={link.email}
        token={{ name: 'code', value: link.token }}
        submit={submit}
        wordsOf={accountFailureWords}
        posted={posted && !posted.ok ? posted.failure : undefined}
        onSend={onSend}
      />
      <p className={styles.line}>{t('reset.signsOut')}</p>
      <p className={styles.line}>
        <ScreenLink to="/login" email={() => link.email}>
          {t('account.backToLogin')}
        </ScreenLink>
      </p>
    </Stack>
  );
}
