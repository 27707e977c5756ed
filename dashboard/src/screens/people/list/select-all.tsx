import { userEndpoints, type User } from '@app/contract/dashboard/users.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { Button } from '@app/ui/button';
import { useState } from 'react';

import type { CallInput } from '#calls/call-entry.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';
import styles from '#screens/people/people.module.css';

type Query = NonNullable<CallInput<typeof userEndpoints.listUsers>['query']>;

/** When a whole page is selected: selects what is on the other pages, too. */
export function SelectAll({
  query,
  shown,
  total,
  selected,
  onSelect,
}: {
  query: Query;
  shown: readonly User[];
  total: number;
  selected: readonly User[];
  onSelect: (users: readonly User[]) => void;
}) {
  const { t, formats } = useTexts('people');
  const { client } = useCalls();
  const say = useSay();
  const [read, setRead] = useState<number>();
  const ids = new Set(selected.map(({ id }) => id));
  const isPageSelected = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  if (!isPageSelected || total <= shown.length || selected.length >= total) return null;

  async function selectAll(): Promise<void> {
    const users: User[] = [];
    let cursor: string | undefined;
    setRead(0);
    do {
      const page = { ...query, cursor: cursor ?? '', pageSize: String(limits.pageSizeMax) };
      const outcome = await client.call(userEndpoints.listUsers, { query: page });
      if (!outcome.ok) {
        setRead(undefined);
        return say.failed(outcome.failure);
      }
      users.push(...outcome.answer.items);
      cursor = outcome.answer.nextCursor;
      setRead(users.length);
    } while (cursor !== undefined);
    setRead(undefined);
    onSelect(users);
  }

  return (
    <p className={styles.selectAll} role="status">
      {t('people.selectAll.page', { count: shown.length, number: formats.number(shown.length) })}
      <Button variant="quiet" size="xSmall" loading={read !== undefined} onClick={() => void selectAll()}>
        {t('people.selectAll.all', { count: total, number: formats.number(total) })}
      </Button>
    </p>
  );
}
