import { invitationEndpoints, type Invitation } from '@app/contract/dashboard/invitations.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { Button } from '@app/ui/button';
import { useState } from 'react';

import type { CallInput } from '#calls/call-entry.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';
import styles from '#screens/invitations/invitations.module.css';

const { listInvitations } = invitationEndpoints;

/** When a whole page is selected: selects what is on the other pages, too. */
export function SelectAll({
  query,
  shown,
  total,
  selected,
  onSelect,
}: {
  query: NonNullable<CallInput<typeof listInvitations>['query']>;
  shown: readonly Invitation[];
  total: number;
  selected: readonly string[];
  /** Gets the ids in the order of the list. */
  onSelect: (ids: readonly string[]) => void;
}) {
  const { t, formats } = useTexts('invitations');
  const { client } = useCalls();
  const say = useSay();
  const [isReading, setReading] = useState(false);
  const known = new Set(selected);
  const isPageSelected = shown.length > 0 && shown.every(({ id }) => known.has(id));
  if (!isPageSelected || total <= shown.length || selected.length >= total) return null;

  async function selectAll(): Promise<void> {
    const ids: string[] = [];
    let cursor: string | undefined;
    setReading(true);
    do {
      const page = { ...query, cursor: cursor ?? '', pageSize: String(limits.pageSizeMax) };
      const outcome = await client.call(listInvitations, { query: page });
      if (!outcome.ok) {
        setReading(false);
        return say.failed(outcome.failure);
      }
      ids.push(...outcome.answer.items.map(({ id }) => id));
      cursor = outcome.answer.nextCursor;
    } while (cursor !== undefined);
    setReading(false);
    onSelect(ids);
  }

  return (
    <p className={styles.selectAll} role="status">
      {t('invitations.selectAll.page', { n: formats.number(shown.length) })}
      <Button variant="quiet" size="xSmall" loading={isReading} onClick={() => void selectAll()}>
        {t('invitations.selectAll.all', { n: formats.number(total) })}
      </Button>
    </p>
  );
}
