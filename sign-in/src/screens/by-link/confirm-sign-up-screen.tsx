import { accountFormError } from '#auth/link/account-failure-words.ts';
import { confirmSignUp } from '#auth/link/sign-up.ts';
import { usePostedForm } from '#auth/start/posted-outcome.ts';

import { ChoosePassword } from './choose-password.tsx';
import { Ended } from './confirm-by-link.tsx';
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
  submit: 'account.confirm',
  signedIn: 'invitation.confirmed',
  notSignedIn: 'invitation.done',
} as const;

const confirmed = {
  success: true,
  title: 'titles.confirmSignUp',
  heading: 'invitation.confirmed',
} as const;

/**
 * The screen that confirms a sign-up (extension): the owner of the mailbox chooses the password. Only the browser that
 * signed up is signed in; posted without script from another one, the screen says that the account is confirmed.
 */
export function ConfirmSignUpScreen() {
  const posted = usePostedForm('confirmSignUp');
  if (posted?.accepted) return <Ended end={confirmed} email={posted.values['email'] ?? ''} />;
  return (
    <ChoosePassword
      page="/signup/confirm"
      form="confirmSignUp"
      token="confirmationCode"
      words={words}
      linkWords={linkWords}
      setPassword={confirmSignUp}
      errorOf={(failure) => ({
        ...accountFormError(failure),
        // The company has begun to use single sign-on since then, so no account is created.
        ...(failure.kind === 'strategy' &&
          failure.strategy === 'saml' && { advice: 'confirmSignUp.claimed' as const }),
      })}
    />
  );
}
