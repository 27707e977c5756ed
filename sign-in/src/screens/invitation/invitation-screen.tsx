import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { ScreenHeading } from '@app/ui/screen-heading/screen-heading.tsx';
import { Stack } from '@app/ui/stack/stack.tsx';

import { invitationFailureWords } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { acceptInvitation } from '#auth/link/invitation.ts';
import { clearStoredLink, isAboutLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { signInAfterLink } from '#auth/link/sign-in-after-link.ts';
import { useLink } from '#auth/link/use-link.ts';
import { backToLogin, LinkGate, toLogin, type LinkWords } from '#forms/link/link-gate.tsx';
import { NewPasswordForm } from '#forms/new-password/new-password-form.tsx';
import { useNotice } from '#forms/notices.ts';
import { emailPlaceholder, TextWithEmail } from '#forms/text-with-email.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useTitle } from '#i18n/use-title.ts';

const linkWords = {
  expired: { heading: 'link.expired', lead: 'errors.linkExpired', main: backToLogin },
  used: { heading: 'link.used', lead: 'link.invitationUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.invitationCancelled', main: backToLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
} as const satisfies Record<string, LinkWords>;

/** An invitation (spec §2): the first password confirms the account, then the ordinary sign-in with it. */
export function InvitationScreen() {
  const { link, status, failure, busy, check } = useLink('/users/confirmation');
  return (
    <LinkGate
      status={status}
      words={linkWords}
      email={link?.email}
      error={failure ? { words: invitationFailureWords(failure), wait: failure.retryAfter } : null}
      busy={busy}
      onCheck={() => void check()}
    >
      {link ? <Invitation link={link} check={check} /> : null}
    </LinkGate>
  );
}

function Invitation({ link, check }: { link: MailedLink; check: () => Promise<unknown> }) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const notice = useNotice();
  const posted = postedOutcome(usePageData(), 'acceptInvitation', accountEndpoints.acceptInvitation);
  useTitle('titles.invitation');

  async function onSend(chosen: { password: string; passwordConfirmation: string }) {
    const failure = await acceptInvitation(deps, link, chosen);
    if (failure) {
      if (isAboutLink(failure)) await check();
      return failure;
    }
    clearStoredLink();
    const signedIn = await signInAfterLink(deps, { email: link.email, password: chosen.password });
    notice(
      signedIn
        ? { words: 'invitation.confirmed', variant: 'success' }
        : { words: 'invitation.done', variant: 'info' },
    );
    return undefined;
  }

  return (
    <Stack>
      <ScreenHeading
        lead={<TextWithEmail words={t('invitation.lead', { email: emailPlaceholder })} email={link.email} />}
      >
        {t('invitation.title')}
      </ScreenHeading>
      <NewPasswordForm
        email={link.email}
        token={{ name: 'confirmationCode', value: link.token }}
        submit="account.confirm"
        wordsOf={invitationFailureWords}
        posted={posted && !posted.ok ? posted.failure : undefined}
        onSend={onSend}
      />
    </Stack>
  );
}
