import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

/** Requires a new password from a person: the old one stops working immediately. */
export function NewPasswordDialog({ user }: { user: User }) {
  const { t } = useTexts('people');
  const say = useSay();
  const { change } = useChange(userEndpoints.requestNewPassword);
  const [open, setOpen] = useState(false);

  async function ask(): Promise<void> {
    const outcome = await change({ params: { userId: user.id } });
    if (outcome.ok) return say.done(t('people.newPassword.done'));
    const { failure } = outcome;
    const reason =
      failure.kind === 'refused' && failure.refusal === 'mailedTooOften' ? failure.refusal : 'notPossible';
    say.failed(failure, failure.kind === 'refused' ? t(`people.newPassword.${reason}`) : undefined);
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="small">
          {t('people.newPassword.action')}
        </Button>
      }
      variant="primary"
      heading={t('people.newPassword.title', { name: user.name || user.email })}
      description={t('people.newPassword.text', { email: user.email })}
      primaryAction={{ label: t('people.newPassword.action'), onAction: ask }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
