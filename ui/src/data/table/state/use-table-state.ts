import { functionalUpdate, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { countPages, nearestPage } from '#data/pagination/page-items.ts';
import { columnDefs, type Column } from '#data/table/columns.ts';
import type { Order } from '#data/table/sort-rows.ts';
import { useHeldValue } from '#use-held-value.ts';
import { features, type Features } from './features.ts';
import { rowIdOf } from './row-key.ts';
import { useSelectedRows, useSelection, type SelectionProps } from './use-selection.ts';

/** The props of a table that are about its state, less those of the selection. */
type Options<Row extends object> = SelectionProps<Row> & {
  data: readonly Row[];
  columns: readonly Column<Row>[];
  identifier: string;
  order: Order | null | undefined;
  defaultOrder: Order | undefined;
  onOrderChange: ((order: Order) => void) | undefined;
  pageSize: number;
  page: number | undefined;
  defaultPage: number | undefined;
  onPageChange: ((page: number) => void) | undefined;
  rowCount: number | undefined;
  locale: string | undefined;
  /** Whether a row can be selected. */
  canSelect: (row: Row) => boolean;
};

/** The state of a table: TanStack Table with what the caller owns. */
export function useTableState<Row extends object>({
  data,
  columns,
  identifier,
  pageSize,
  rowCount,
  locale,
  canSelect,
  ...props
}: Options<Row>) {
  const [order, setOrder] = useHeldValue<Order | null>(
    props.order,
    props.defaultOrder ?? null,
    (changed) => changed && props.onOrderChange?.(changed),
  );
  const [wantedPage, setPage] = useHeldValue(props.page, props.defaultPage ?? 1, props.onPageChange);
  const selection = useSelection<Row>(props);

  const page = nearestPage(wantedPage, countPages(rowCount ?? data.length, pageSize));
  // TanStack Table computes the rows again when one of these is another object.
  const field = order?.field;
  const desc = order?.direction === 'DESC';
  const sorting = useMemo(() => (field === undefined ? [] : [{ id: field, desc }]), [field, desc]);
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize }), [page, pageSize]);
  const defs = useMemo(() => columnDefs(columns, locale), [columns, locale]);
  const byServer = rowCount !== undefined;

  const model = useTable<Features, Row>({
    features,
    data,
    columns: defs,
    getRowId: (row, index) => rowIdOf(row, identifier, index),
    state: { sorting, pagination, rowSelection: selection.rowSelection },
    manualSorting: byServer,
    manualPagination: byServer,
    ...(byServer && { rowCount }),
    autoResetPageIndex: false,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowSelection: (row) => canSelect(row.original),
    onSortingChange: (updater) => {
      const [first] = functionalUpdate(updater, sorting);
      if (!first) return;
      setOrder({ field: first.id, direction: first.desc ? 'DESC' : 'ASC' });
      if (page !== 1) setPage(1);
    },
    onPaginationChange: (updater) => setPage(functionalUpdate(updater, pagination).pageIndex + 1),
    onRowSelectionChange: (updater) => selected.change(updater),
  });
  const selected = useSelectedRows(model, selection, props.onSelectionChange);

  return { model, selected, page, total: rowCount ?? data.length };
}
