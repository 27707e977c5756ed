import type { Invitation } from '@app/contract/dashboard/invitations.ts';
import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

/** Asks before invitations are revoked. The question stays while the dialog closes. */
export function RevokeDialog({
  asked,
  onClose,
  onRevoke,
}: {
  /** Empty: it is closed. */
  asked: readonly Invitation[];
  onClose: () => void;
  onRevoke: (ids: string[]) => Promise<void>;
}) {
  const { t, formats } = useTexts('invitations');
  const [shown, setShown] = useState(asked);
  if (asked.length > 0 && asked !== shown) setShown(asked);
  const [first] = shown;
  return (
    <AlertDialog
      open={asked.length > 0}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      heading={t('invitations.confirm.title', { count: shown.length, n: formats.number(shown.length) })}
      description={t('invitations.confirm.text')}
      primaryAction={{
        label: t('invitations.revoke'),
        onAction: () => onRevoke(shown.map(({ id }) => id)),
      }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      {shown.length === 1 && first ? <p dir="auto">{first.email}</p> : null}
    </AlertDialog>
  );
}
