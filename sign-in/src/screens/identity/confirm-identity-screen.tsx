import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { useState } from 'react';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { confirmIdentity } from '#auth/link/identity.ts';
import { clearStoredLink, isAboutLink } from '#auth/link/link-from-address.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { useLink } from '#auth/link/use-link.ts';
import { ConfirmByLink, ConfirmedByLink } from '#forms/link/confirm-by-link.tsx';
import { backToLogin, LinkGate, toLogin, type LinkWords } from '#forms/link/link-gate.tsx';

const linkWords = {
  expired: { heading: 'link.expired', lead: 'link.identityExpired', main: backToLogin },
  used: { heading: 'link.used', lead: 'link.identityUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.identityCancelled', main: backToLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
} as const satisfies Record<string, LinkWords>;
const asked = {
  title: 'titles.confirmIdentity',
  heading: 'confirmIdentity.title',
  lead: 'confirmIdentity.lead',
} as const;
const done = {
  title: 'titles.identityDone',
  heading: 'confirmIdentity.doneTitle',
  lead: 'confirmIdentity.doneLead',
} as const;

/** Confirms that a Google account is its owner's (extension); the sign-in itself is then another one. */
export function ConfirmIdentityScreen() {
  const page = usePageData();
  const { deps } = useAuth();
  const posted = postedOutcome(page, 'confirmIdentity', accountEndpoints.confirmIdentity);
  const { link, status, failure, busy, check } = useLink('/users/identity');
  const [confirmed, setConfirmed] = useState(posted?.ok ? page.posted?.values['email'] : undefined);

  if (confirmed !== undefined) return <ConfirmedByLink words={done} email={confirmed} />;

  async function send() {
    if (!link) return null;
    const refused = await confirmIdentity(deps, link);
    if (!refused) {
      clearStoredLink();
      setConfirmed(link.email);
      return null;
    }
    if (isAboutLink(refused)) await check();
    return accountFormError(refused);
  }

  return (
    <LinkGate
      status={status}
      words={linkWords}
      email={link?.email}
      error={failure ? accountFormError(failure) : null}
      busy={busy}
      onCheck={() => void check()}
    >
      {link ? (
        <ConfirmByLink
          words={asked}
          email={link.email}
          token={link.token}
          posted={posted && !posted.ok ? accountFormError(posted.failure) : null}
          onSend={send}
        />
      ) : null}
    </LinkGate>
  );
}
