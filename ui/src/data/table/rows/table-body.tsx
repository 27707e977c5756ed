import { type ReactNode, type Ref, type RefObject, useEffect, useState, type ComponentType } from 'react';
import type { Model } from '#data/table/state/features.ts';
import { BodyRow, type RowLook } from './body-row.tsx';
import { MessageRow, SkeletonRows } from './message-rows.tsx';
import { roles } from './part-roles.ts';
import type { VirtualRowsProps } from './virtual-rows.tsx';

/** A page of more rows than this holds only those in view. */
const mostRows = 200;
/** The rows that a long page shows until the code for it is loaded. */
const firstRows = 40;
const skeletonRows = 8;

/** Whether a page has so many rows that only those in view are in the document. */
export function isLongPage(rowCount: number): boolean {
  return rowCount > mostRows;
}

type TableBodyProps<Row extends object> = {
  model: Model<Row>;
  look: RowLook<Row>;
  /** The place of the first row of the page among all rows, from 0. */
  offset: number;
  scroller: RefObject<HTMLElement | null>;
  loading: boolean;
  /** What replaces the rows, if something does: the error. */
  failure: ReactNode;
  emptyText: ReactNode;
};

/** The rows of the page, or what is shown in place of them. */
export function TableBody<Row extends object>({
  model,
  look,
  offset,
  scroller,
  ...shown
}: TableBodyProps<Row>) {
  const { rows } = model.getRowModel();
  const VirtualRows = useVirtualRows(isLongPage(rows.length));
  const columnCount = look.columns.length + (look.selecting ? 1 : 0);
  const renderRow = (index: number, ref?: Ref<HTMLTableRowElement>) => {
    const row = rows[index];
    if (!row) return null;
    return <BodyRow key={row.id} {...look} row={row} ref={ref} index={index} rowIndex={offset + index + 2} />;
  };
  const plainRows = (count: number) => (
    <tbody {...roles.group}>{Array.from({ length: count }, (_, index) => renderRow(index))}</tbody>
  );

  if (shown.failure)
    return (
      <tbody {...roles.group}>
        <MessageRow columnCount={columnCount}>{shown.failure}</MessageRow>
      </tbody>
    );
  if (rows.length === 0)
    return (
      <tbody {...roles.group}>
        {shown.loading ? (
          <SkeletonRows count={skeletonRows} columns={look.columns} selecting={look.selecting} />
        ) : (
          <MessageRow columnCount={columnCount}>{shown.emptyText}</MessageRow>
        )}
      </tbody>
    );
  // Without its code a long page is slow and still whole.
  if (!isLongPage(rows.length) || VirtualRows === 'failed') return plainRows(rows.length);
  if (VirtualRows === 'loading') return plainRows(firstRows);
  return (
    // It is the component of a module, which the render does not create.
    // oxlint-disable-next-line react/static-components
    <VirtualRows
      count={rows.length}
      columnCount={columnCount}
      scroller={scroller}
      keyOf={(index) => rows[index]?.id ?? String(index)}
      renderRow={renderRow}
    />
  );
}

type Loaded = ComponentType<VirtualRowsProps> | 'loading' | 'failed';

/**
 * The component for a long page, loaded when one is first shown. Not `lazy`, which would make the server render nothing
 * of the table.
 */
function useVirtualRows(long: boolean): Loaded {
  const [loaded, setLoaded] = useState<{ rows: Loaded }>({ rows: 'loading' });
  useEffect(() => {
    if (!long) return;
    import('./virtual-rows.tsx').then(
      ({ VirtualRows }) => setLoaded({ rows: VirtualRows }),
      () => setLoaded({ rows: 'failed' }),
    );
  }, [long]);
  return loaded.rows;
}
