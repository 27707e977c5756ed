import { userSessionEndpoints } from '@app/contract/dashboard/user-sessions.ts';
import type { User } from '@app/contract/dashboard/users.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

/** Removes the factors of a person who lost them. */
export function RemoveFactorsDialog({ user }: { user: User }) {
  const { t } = useTexts('people');
  const say = useSay();
  const { change } = useChange(userSessionEndpoints.removeUserFactors);
  const [open, setOpen] = useState(false);

  async function remove(): Promise<void> {
    const outcome = await change({ params: { userId: user.id } });
    if (outcome.ok) return say.done(t('people.factors.done'));
    say.failed(
      outcome.failure,
      outcome.failure.kind === 'refused' ? t('people.factors.notPossible') : undefined,
    );
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="small">
          {t('people.factors.action')}
        </Button>
      }
      heading={t('people.factors.title', { name: user.name || user.email })}
      description={t('people.factors.text', { email: user.email })}
      primaryAction={{ label: t('people.factors.confirm'), onAction: remove }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
