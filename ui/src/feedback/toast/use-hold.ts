import { useCallback, useEffect, useRef } from 'react';
import type { ToastStore } from './toast-store.ts';

type Reason = 'pointer' | 'focus' | 'hidden';

/**
 * Pauses the store's timers while the pointer or the focus is inside the region or the page is hidden. When the region
 * becomes empty the first two are reset, because a removed card sends no leave or blur event.
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
