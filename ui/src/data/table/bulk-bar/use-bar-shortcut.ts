import { useEffect, type RefObject } from 'react';

/** F6 moves the focus from a row to the bar and back: with many rows the bar is far away by Tab. */
export function useBarShortcut(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    const table = element?.parentElement;
    if (!element || !table) return undefined;
    let cameFrom: Element | null = null;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      // The region of toasts has the same key for the rest of the page.
      event.stopPropagation();
      if (element?.contains(document.activeElement)) {
        if (cameFrom instanceof HTMLElement) cameFrom.focus();
      } else {
        cameFrom = document.activeElement;
        element?.querySelector('button')?.focus();
      }
    }
    table.addEventListener('keydown', onKeyDown);
    return () => table.removeEventListener('keydown', onKeyDown);
  }, [bar]);
}
