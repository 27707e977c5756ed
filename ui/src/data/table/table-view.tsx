import { useEffect, useId, useState, type ReactNode, type RefObject } from 'react';
import { roles } from './rows/part-roles.ts';
import styles from './table.module.css';

type TableViewProps = {
  /** The box around the table, which scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  caption: string;
  /** The page has so many rows that it scrolls in the box. */
  long: boolean;
  busy: boolean;
  /** The number of all rows with the header, when some of them are not in the document. */
  rowCount: number | undefined;
  /** Whether a row is selected. */
  selecting: boolean;
  children: ReactNode;
};

/** The table in its box: a table that is too wide or too long scrolls there, and can then be reached by Tab. */
export function TableView({ scroller, caption, long, busy, rowCount, selecting, children }: TableViewProps) {
  const captionId = useId();
  const cut = useCut(scroller);
  const scrolls = long || cut ? true : undefined;
  return (
    <div className={styles.view} data-cut={cut}>
      <div
        ref={scroller}
        className={styles.scroller}
        data-scrolls={scrolls}
        data-overflows={cut && true}
        role={scrolls && 'group'}
        aria-labelledby={scrolls && captionId}
        tabIndex={scrolls ? 0 : -1}
      >
        <table
          {...roles.table}
          className={styles.table}
          aria-busy={busy || undefined}
          aria-rowcount={rowCount}
          data-selecting={selecting || undefined}
        >
          <caption id={captionId} className={styles.caption}>
            {caption}
          </caption>
          {children}
        </table>
      </div>
    </div>
  );
}

/** The edges of the box behind which there is more of the table. */
type Cut = 'start' | 'end' | 'both' | undefined;

/** At which edges the table is cut, because it is wider than the box around it. */
function useCut(box: RefObject<HTMLElement | null>): Cut {
  const [cut, setCut] = useState<Cut>();
  useEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return undefined;
    const measure = () => {
      // A pixel of tolerance: widths are rounded.
      const hidden = table.offsetWidth - element.clientWidth;
      const before = element.scrollLeft;
      const atStart = before > 1;
      const atEnd = hidden - before > 1;
      setCut(atStart && atEnd ? 'both' : atStart ? 'start' : atEnd ? 'end' : undefined);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  return cut;
}
