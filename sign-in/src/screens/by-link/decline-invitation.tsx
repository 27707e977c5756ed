import { Button } from '@app/ui/button';

import { useAuth } from '#auth/auth-context.tsx';
import { invitationFormError } from '#auth/link/account-failure-words.ts';
import { declineInvitation } from '#auth/link/invitation.ts';
import { clearStoredLink, type MailedLink } from '#auth/link/link-from-address.ts';
import { usePostedForm } from '#auth/start/use-posted-form.ts';
import { Form } from '#forms/form.tsx';
import { useForm } from '#forms/use-form.ts';
import { useTexts } from '#i18n/use-texts.ts';

/** The second form of the invitation's page: whoever does not know the company says so, and the link is void. */
export function DeclineInvitation({ link, onDeclined }: { link: MailedLink; onDeclined: () => void }) {
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
