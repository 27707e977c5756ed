import { Dialog } from '@app/ui/dialog';
import { RadioGroup } from '@app/ui/radio';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import type { AddressColumn } from '#screens/invitations/reading/people.ts';

export interface ColumnDialogProps {
  columns: readonly AddressColumn[];
  onChoose: (column: AddressColumn) => void;
  onCancel: () => void;
}

/** Asks which of several columns has the addresses of the people to invite: the others may belong to other people. */
export function ColumnDialog({ columns, onChoose, onCancel }: ColumnDialogProps) {
  const { t, formats } = useTexts('invitations');
  const [chosen, setChosen] = useState(0);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
      heading={t('invitations.inviting.file.column.title')}
      closeLabel={t('frame.close')}
      closeOnOutsidePress={false}
      primaryAction={{
        label: t('invitations.inviting.add'),
        onAction() {
          const column = columns[chosen];
          if (column) onChoose(column);
        },
      }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <RadioGroup
        label={t('invitations.inviting.file.column.lead')}
        value={String(chosen)}
        onChange={(value) => setChosen(Number(value))}
        options={columns.map(({ header, example }, at) => ({
          value: String(at),
          label: header || t('invitations.inviting.file.column.unnamed', { n: formats.number(at + 1) }),
          description: example,
        }))}
      />
    </Dialog>
  );
}
