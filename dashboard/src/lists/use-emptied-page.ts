import { useEffect, useEffectEvent } from 'react';

import type { Reading } from '#calls/use-read.ts';

interface Page {
  readonly items: readonly object[];
  readonly total: number;
  readonly nextCursor?: string | undefined;
}

/**
 * Goes to the page before when the last page has lost all its rows, such as by a change of all of them: it has no way
 * back of its own, and looks as if the list were empty. Returns whether it is on the way.
 */
export function useEmptiedPage(
  { page, leavePage }: { readonly page: number; readonly leavePage: () => void },
  { answer, outdated }: Pick<Reading<Page>, 'answer' | 'outdated'>,
): boolean {
  const isEmptied = page > 1 && answer?.items.length === 0 && answer.total > 0 && !answer.nextCursor;
  const leaves = isEmptied && !outdated && page;
  const leave = useEffectEvent(leavePage);
  useEffect(() => {
    if (leaves) leave();
  }, [leaves]);
  return isEmptied;
}
