import { invitationFormError } from '#auth/link/account-failure-words.ts';
import { acceptInvitation } from '#auth/link/invitation.ts';

import { ChoosePassword } from './choose-password.tsx';
import { backToLogin, toLogin, type LinkWords } from './link-screen.tsx';

const linkWords: LinkWords = {
  expired: { heading: 'link.expired', lead: 'errors.linkExpired', main: backToLogin },
  used: { heading: 'link.used', lead: 'link.invitationUsed', main: toLogin },
  cancelled: { heading: 'link.cancelled', lead: 'link.invitationCancelled', main: backToLogin },
  unknown: { heading: 'link.unknown', lead: 'link.openNewest', main: backToLogin },
};
const words = {
  title: 'titles.invitation',
  heading: 'invitation.title',
  lead: 'invitation.lead',
  submit: 'account.confirm',
  signedIn: 'invitation.confirmed',
  notSignedIn: 'invitation.done',
} as const;

/** An invitation (spec §2): the first password confirms the account. */
export const InvitationScreen = () => (
  <ChoosePassword
    page="/users/confirmation"
    form="acceptInvitation"
    token="confirmationCode"
    words={words}
    linkWords={linkWords}
    setPassword={acceptInvitation}
    errorOf={invitationFormError}
  />
);
