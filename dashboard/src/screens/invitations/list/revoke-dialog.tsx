import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

/** Asks before invitations are revoked. The question stays while the dialog closes. */
export function RevokeDialog({
  asked,
  email,
  onClose,
  onRevoke,
}: {
  /** Empty: it is closed. */
  asked: readonly string[];
  /** The address of the only one. */
  email: string | undefined;
  onClose: () => void;
  onRevoke: (ids: readonly string[]) => Promise<void>;
}) {
  const { t, formats } = useTexts('invitations');
  const [shown, setShown] = useState({ asked, email });
  if (asked.length > 0 && asked !== shown.asked) setShown({ asked, email });
  const count = shown.asked.length;
  return (
    <AlertDialog
      open={asked.length > 0}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      heading={t('invitations.confirm.title', { count, n: formats.number(count) })}
      description={t('invitations.confirm.text')}
      primaryAction={{
        label: t('invitations.revoke'),
        onAction: () => onRevoke(shown.asked),
      }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      {count === 1 && shown.email !== undefined ? <p dir="auto">{shown.email}</p> : null}
    </AlertDialog>
  );
}
