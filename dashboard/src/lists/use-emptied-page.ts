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
  address: { readonly page: number; readonly leavePage: () => void },
  { answer, outdated }: Pick<Reading<Page>, 'answer' | 'outdated'>,
): boolean {
  const isEmptied =
    answer !== undefined && answer.items.length === 0 && answer.total > 0 && answer.nextCursor === undefined;
  const leaves = isEmptied && !outdated && address.page > 1;
  const leave = useEffectEvent(address.leavePage);
  useEffect(() => {
    if (leaves) leave();
  }, [leaves, address.page]);
  return isEmptied && (outdated || leaves);
}
