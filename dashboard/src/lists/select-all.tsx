import * as limits from '@app/contract/fields/limits.ts';
import { Button } from '@app/ui/button';
import { useEffect, useRef, useState } from 'react';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { useSay } from '#page/use-say.ts';

import styles from './lists.module.css';

export interface SelectAllProps<Item> {
  shown: readonly Item[];
  /** How many the list has on all pages. */
  total: number;
  /** The ids of the selected ones. */
  selected: readonly string[];
  /** Says that the page is selected. */
  words: string;
  /** The button that selects the others, too. */
  action: string;
  /** Search, filters and order of the list. */
  query: object;
  /** Reads a page of the list with its search, filters and order. */
  readPage: (page: {
    cursor: string;
    pageSize: string;
  }) => Promise<CallOutcome<{ items: readonly Item[]; nextCursor?: string | undefined }>>;
  /** Gets all of the list, in its order. */
  onSelect: (items: readonly Item[]) => void;
}

/** When a whole page is selected: selects what is on the other pages, too. */
export function SelectAll<Item extends { readonly id: string }>({
  shown,
  total,
  selected,
  words,
  action,
  query,
  readPage,
  onSelect,
}: SelectAllProps<Item>) {
  const say = useSay();
  const [reading, setReading] = useState(false);
  const asked = JSON.stringify([selected, total, query]);
  const newest = useRef<string>(undefined);
  useEffect(() => void (newest.current = asked), [asked]);
  const ids = new Set(selected);
  const isPageSelected = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  if (!isPageSelected || total <= shown.length || selected.length >= total) return null;

  async function selectAll(): Promise<void> {
    const items: Item[] = [];
    let cursor: string | undefined = '';
    setReading(true);
    while (cursor !== undefined) {
      const outcome = await readPage({ cursor, pageSize: String(limits.pageSizeMax) });
      // Another selection, search or filter since then: it is not undone by what arrives late.
      if (newest.current !== asked) return;
      if (!outcome.ok) return say.failed(outcome.failure);
      items.push(...outcome.answer.items);
      cursor = outcome.answer.nextCursor;
    }
    onSelect(items);
  }

  return (
    <p className={styles.selectAll} role="status">
      {words}
      <Button
        variant="quiet"
        size="xSmall"
        loading={reading}
        onClick={() => void selectAll().finally(() => setReading(false))}
      >
        {action}
      </Button>
    </p>
  );
}
