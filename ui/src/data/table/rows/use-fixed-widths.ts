import { useLayoutEffect, type RefObject } from 'react';
import { breakpoints } from '#tokens/breakpoints.ts';

/**
 * Keeps the widths that the columns have once the first rows are `ready`, as shares of the table: rows that come and go
 * must not move them. Set by script, because the content security policy refuses `style`.
 */
export function useFixedWidths(scroller: RefObject<HTMLElement | null>, ready: boolean) {
  useLayoutEffect(() => {
    const table = scroller.current?.querySelector('table');
    if (!ready || !table || !matchMedia(`(min-width: ${breakpoints.md}px)`).matches) return undefined;
    const headers = [...table.querySelectorAll<HTMLElement>('thead th')];
    const whole = table.offsetWidth;
    const shares = headers.map((header) => header.offsetWidth / whole);
    for (const [place, header] of headers.entries()) header.style.width = `${(shares[place] ?? 0) * 100}%`;
    table.dataset['fixed'] = '';
    return () => {
      for (const header of headers) header.style.width = '';
      delete table.dataset['fixed'];
    };
  }, [scroller, ready]);
}
