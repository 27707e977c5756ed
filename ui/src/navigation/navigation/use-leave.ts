import { useEffect, useRef, type RefObject } from 'react';

/** Calls `onLeave` when the focus goes to, or a press is, somewhere else than in the element, as long as it is `open`. */
export function useLeave(element: RefObject<Element | null>, open: boolean, onLeave: () => void): void {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    if (!open) return undefined;
    const judge = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('focusin', judge);
    document.addEventListener('pointerdown', judge);
    return () => {
      document.removeEventListener('focusin', judge);
      document.removeEventListener('pointerdown', judge);
    };
  }, [element, open]);
}
