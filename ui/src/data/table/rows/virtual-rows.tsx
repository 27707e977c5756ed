import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  useRef,
  type FocusEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
} from 'react';

import { breakpoints } from '#tokens/breakpoints.ts';

import { roles } from './part-roles.ts';

export type VirtualRowsProps = {
  count: number;
  columnCount: number;
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  keyOf: (index: number) => string;
  renderRow: (index: number, measure: Ref<HTMLTableRowElement>) => ReactNode;
};

/** CSS pixels of a row that was not measured yet. */
const usualHeight = 45;

/** A body that holds only the rows in view, and the one with the focus. Loaded only for long pages. */
export function VirtualRows({ count, columnCount, scroller, keyOf, renderRow }: VirtualRowsProps) {
  const focused = useRef(-1);
  // The rule is about React Compiler, which does not compile this code.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    overscan: 12,
    useFlushSync: false,
    // A row that leaves the page would take the focus with it.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const index = focused.current;
      if (index < 0 || index >= count || indexes.includes(index)) return indexes;
      return [...indexes, index].toSorted((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  useFixedWidths(scroller, items.length > 0);

  function onFocus({ target }: FocusEvent) {
    focused.current = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
  }

  let end = 0;
  const rows = items.map((item) => {
    const gap = item.start - end;
    end = item.end;
    return (
      <Fragment key={item.key}>
        <Spacer height={gap} columnCount={columnCount} />
        {renderRow(item.index, virtualizer.measureElement)}
      </Fragment>
    );
  });
  return (
    // It only notes which row has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tbody {...roles.group} onFocus={onFocus} onBlur={() => (focused.current = -1)}>
      {rows}
      <Spacer height={virtualizer.getTotalSize() - end} columnCount={columnCount} />
    </tbody>
  );
}

/** The height of the rows that are left out. Set by script, because the content security policy refuses `style`. */
function Spacer({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr {...roles.row} aria-hidden="true">
      <td
        {...roles.cell}
        colSpan={columnCount}
        data-spacer
        ref={(cell) => {
          if (cell) cell.style.height = `${height}px`;
        }}
      />
    </tr>
  );
}

/**
 * Keeps the widths that the columns have once the first rows are `ready`, as shares of the table: rows that come and go
 * must not move them. Set by script, because the content security policy refuses `style`.
 */
function useFixedWidths(scroller: RefObject<HTMLElement | null>, ready: boolean) {
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
