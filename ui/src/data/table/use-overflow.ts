import { useEffect, useState, type RefObject } from 'react';

/** The edges of the box behind which there is more of the table. */
type Cut = 'start' | 'end' | 'both' | undefined;

/** Whether the table is wider than the box around it, and at which edges it is cut. */
export function useOverflow(box: RefObject<HTMLElement | null>): { overflows: boolean; cut: Cut } {
  const [overflows, setOverflows] = useState(false);
  const [cut, setCut] = useState<Cut>();
  useEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return undefined;
    function measure() {
      if (!element || !table) return;
      // A pixel of tolerance: widths are rounded.
      const hidden = table.offsetWidth - element.clientWidth;
      const before = element.scrollLeft;
      const atStart = before > 1;
      const atEnd = hidden - before > 1;
      setOverflows(hidden > 1);
      setCut(atStart && atEnd ? 'both' : atStart ? 'start' : atEnd ? 'end' : undefined);
    }
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  return { overflows, cut };
}
