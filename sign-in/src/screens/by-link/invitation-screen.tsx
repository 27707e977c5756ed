import { useState } from 'react';
import { Button } from '@app/ui/button';

import { invitationFormError } from '#auth/link/account-failure-words.ts';
import { acceptInvitation } from '#auth/link/invitation.ts';
import { declineInvitation } from '#auth/link/link-actions.ts';
import { usePostedForm } from '#auth/start/posted-outcome.ts';
import { useAuth } from '#auth/auth-context.tsx';
import { clearStoredLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { Form } from '#forms/form.tsx';
import { useForm } from '#forms/use-form.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { ChoosePassword } from './choose-password.tsx';
import { Ended } from './confirm-by-link.tsx';
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

/** The invitation's second form: a person who does not know the company says so, and the link is cancelled. */
function DeclineInvitation({ link, onDeclined }: { link: MailedLink; onDeclined: () => void }) {
  const { t } = useTexts();
  const { deps } = useAuth();
  const posted = usePostedForm('declineInvitation');
  const form = useForm({
    posted: posted?.failure,
    errorOf: invitationFormError,
    async send() {
      const failure = await declineInvitation(deps, link);
      if (failure) return failure;
      clearStoredLink(deps.memory);
      onDeclined();
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <input type="hidden" name="action" value="decline" />
      <input type="hidden" name="email" value={link.email} />
      <input type="hidden" name="confirmationCode" value={link.token} />
      <Button type="submit" variant="secondary" block loading={form.busy}>
        {t('invitation.decline')}
      </Button>
    </Form>
  );
}
