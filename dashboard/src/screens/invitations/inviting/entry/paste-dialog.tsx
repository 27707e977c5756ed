import { Button } from '@app/ui/button';
import { Dialog } from '@app/ui/dialog';
import { useRef } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/invitations/invitations.module.css';
import { readText, type ReadList } from '#screens/invitations/reading/read-list.ts';

/** Takes a list that was copied from an email, a document or a spreadsheet. */
export function PasteDialog({ room, onAdd }: { room: number; onAdd: (list: ReadList) => void }) {
  const { t } = useTexts('invitations');
  const list = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      trigger={
        <Button variant="secondary" size="small">
          {t('invitations.inviting.paste.open')}
        </Button>
      }
      heading={t('invitations.inviting.paste.open')}
      description={t('invitations.inviting.paste.lead')}
      closeLabel={t('frame.close')}
      closeOnOutsidePress={false}
      initialFocus={list}
      primaryAction={{
        label: t('invitations.inviting.add'),
        onAction: () => onAdd(readText(list.current?.value ?? '', room)),
      }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <label className={styles.label}>
        {t('invitations.inviting.paste.label')}
        <textarea
          ref={list}
          className={styles.list}
          spellCheck={false}
          placeholder={'ivy@example.com\nBen Moe <ben@example.com>'}
        />
      </label>
    </Dialog>
  );
}
