import { useEffect, useState, type RefObject } from 'react';

/** Whether the table is wider than the box around it. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return undefined;
    // A pixel of tolerance: widths are rounded.
    const observer = new ResizeObserver(() => setOverflows(table.offsetWidth > element.clientWidth + 1));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box]);
  return overflows;
}
