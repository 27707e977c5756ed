import { useState } from 'react';

import { invitationFormError } from '#auth/link/account-failure-words.ts';
import { acceptInvitation } from '#auth/link/invitation.ts';
import { usePostedForm } from '#auth/start/use-posted-form.ts';

import { ChoosePassword } from './choose-password.tsx';
import { Ended } from './confirm-by-link.tsx';
import { DeclineInvitation } from './decline-invitation.tsx';
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
  submit: 'invitation.submit',
  signedIn: 'invitation.confirmed',
  notSignedIn: 'invitation.done',
} as const;

const declined = {
  success: true,
  title: 'titles.invitationDeclined',
  heading: 'invitation.declinedTitle',
  lead: 'invitation.declinedLead',
} as const;

/** An invitation (spec §2): the first password confirms the account. The person may decline instead. */
export function InvitationScreen() {
  const posted = usePostedForm('declineInvitation');
  const [declinedBy, setDeclinedBy] = useState(posted?.accepted ? posted.values['email'] : undefined);
  if (declinedBy !== undefined) return <Ended end={declined} email={declinedBy} />;
  return (
    <ChoosePassword
      page="/users/confirmation"
      form="acceptInvitation"
      token="confirmationCode"
      words={words}
      linkWords={linkWords}
      setPassword={acceptInvitation}
      errorOf={invitationFormError}
    >
      {(link) => <DeclineInvitation link={link} onDeclined={() => setDeclinedBy(link.email)} />}
    </ChoosePassword>
  );
}
