import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { useState } from 'react';

import { accountFormError } from '#auth/link/account-failure-words.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { confirmSignUp } from '#auth/link/sign-up.ts';
import { clearStoredLink, isAboutLink } from '#auth/link/link-from-address.ts';
import { usePageData } from '#auth/start/page-data.tsx';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { useLink } from '#auth/link/use-link.ts';
import { ConfirmByLink, ConfirmedByLink } from '#forms/link/confirm-by-link.tsx';
import { backToLogin, LinkGate, toLogin, type LinkWords } from '#forms/link/link-gate.tsx';

const signUpAgain = { to: '/signup', words: 'signUp.submit' } as const;
const linkWords = {
  expired: { heading: 'link.expired', lead: 'link.signUpExpired', main: signUpAgain, other: backToLogin },
  used: { heading: 'link.used', lead: 'link.signUpUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.signUpCancelled', main: toLogin, other: signUpAgain },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: signUpAgain, other: backToLogin },
} as const satisfies Record<string, LinkWords>;
const asked = {
  title: 'titles.confirmSignUp',
  heading: 'confirmSignUp.title',
  lead: 'confirmSignUp.lead',
} as const;
/** How a confirmation ends: with the account, or without because the company uses single sign-on meanwhile. */
const ends = {
  made: { title: 'titles.done', heading: 'confirmSignUp.doneTitle', lead: 'confirmSignUp.doneLead' },
  claimed: {
    title: 'titles.sso',
    heading: 'confirmSignUp.claimedTitle',
    lead: 'confirmSignUp.claimedLead',
  },
} as const;
type End = keyof typeof ends;

/** Undefined: it can be tried again. */
function endOf(failure: Failure | undefined): End | undefined {
  if (failure === undefined) return 'made';
  return failure.kind === 'strategy' && failure.strategy === 'saml' ? 'claimed' : undefined;
}

/** Confirms a signup (extension). */
export function ConfirmSignUpScreen() {
  const page = usePageData();
  const { deps } = useAuth();
  const posted = postedOutcome(page, 'confirmSignUp', accountEndpoints.confirmSignUp);
  const { link, status, failure, busy, check } = useLink('/signup/confirm');
  const postedEnd = posted && endOf(posted.ok ? undefined : posted.failure);
  const [ended, setEnded] = useState(
    postedEnd && { end: postedEnd, email: page.posted?.values['email'] ?? '' },
  );

  if (ended) {
    const { end, email } = ended;
    return <ConfirmedByLink words={ends[end]} email={email} marked={end === 'made'} />;
  }

  async function send() {
    if (!link) return null;
    const refused = await confirmSignUp(deps, link);
    const end = endOf(refused);
    if (refused && end === undefined) {
      if (isAboutLink(refused)) await check();
      return accountFormError(refused);
    }
    clearStoredLink();
    if (end) setEnded({ end, email: link.email });
    return null;
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
