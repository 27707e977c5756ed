import type { Failure } from '@app/session/calls/failure.ts';

import { confirmSignUp } from '#auth/link/sign-up.ts';

import { ConfirmByLink } from './confirm-by-link.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const signUpAgain = { to: '/signup', words: 'signUp.submit' } as const;
const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'link.signUpExpired', main: signUpAgain, other: backToLogin },
  used: { heading: 'link.used', lead: 'link.signUpUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.signUpCancelled', main: toLogin, other: signUpAgain },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: signUpAgain, other: backToLogin },
};
const words = {
  title: 'titles.confirmSignUp',
  heading: 'confirmSignUp.title',
  lead: 'confirmSignUp.lead',
} as const;
const created = {
  success: true,
  title: 'titles.done',
  heading: 'confirmSignUp.doneTitle',
  lead: 'confirmSignUp.doneLead',
} as const;
/** Shown when the company has begun to use single sign-on meanwhile, so no account was made. */
const companyUsesSso = {
  success: false,
  title: 'titles.sso',
  heading: 'confirmSignUp.claimedTitle',
  lead: 'confirmSignUp.claimedLead',
} as const;

function endOf(failure: Failure | undefined) {
  if (!failure) return created;
  return failure.kind === 'strategy' && failure.strategy === 'saml' ? companyUsesSso : undefined;
}

/** The screen that confirms a sign-up (extension). */
export const ConfirmSignUpScreen = () => (
  <ConfirmByLink
    page="/signup/confirm"
    form="confirmSignUp"
    words={words}
    linkWords={linkWords}
    confirm={confirmSignUp}
    endOf={endOf}
  />
);
