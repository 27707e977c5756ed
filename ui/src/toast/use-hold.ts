import { useCallback, useEffect, useRef } from 'react';
import type { ToastStore } from './toast-store.ts';

type Reason = 'pointer' | 'focus' | 'hidden';

/**
 * Holds the store's timers while at least one reason holds: the pointer is inside, the focus is, or the page is
 * hidden. When the region empties the first two are forgotten: a card that is taken away under the pointer or with
 * the focus in it sends no event of leaving.
 */
export function useHold(store: ToastStore, empty: boolean): (reason: Reason, holds: boolean) => void {
  const reasons = useRef(new Set<Reason>());

  const hold = useCallback(
    (reason: Reason, holds: boolean) => {
      if (holds) reasons.current.add(reason);
      else reasons.current.delete(reason);
      store.setPaused(reasons.current.size > 0);
    },
    [store],
  );

  useEffect(() => {
    const watch = () => hold('hidden', document.hidden);
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => document.removeEventListener('visibilitychange', watch);
  }, [hold]);

  useEffect(() => {
    if (!empty) return;
    hold('pointer', false);
    hold('focus', false);
  }, [hold, empty]);

  return hold;
}
