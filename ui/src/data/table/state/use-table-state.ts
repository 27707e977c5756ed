import { functionalUpdate, useTable } from '@tanstack/react-table';
import { useMemo, type ComponentProps } from 'react';
import { countPages, nearestPage } from '#data/pagination/page-items.ts';
import { columnDefs, type Column } from '#data/table/columns.ts';
import type { Order } from '#data/table/sort-rows.ts';
import { useHeldValue } from '#use-held-value.ts';
import { features, type Features } from './features.ts';
import { rowIdOf } from './row-key.ts';
import { useSelectedRows, useSelection, type SelectionProps } from './use-selection.ts';

/** The attributes of the element around a table. */
export type TableAttributes = Omit<ComponentProps<'div'>, 'children'>;

/** The props of a table that are about its state. */
export type TableStateProps<Row extends object> = SelectionProps<Row> & {
  /** The order (spec §3), owned by the caller; `null` is the order of the data. */
  order?: Order | null | undefined;
  /** The order at first; the table owns it. */
  defaultOrder?: Order | undefined;
  /** Called with the new order; if another page than the first is shown, `onPageChange(1)` follows. */
  onOrderChange?: ((order: Order) => void) | undefined;
  /** The page, owned by the caller; the first is 1. */
  page?: number | undefined;
  /** The page at first; the table owns it. */
  defaultPage?: number | undefined;
  /** Called with the new page; the first is 1. */
  onPageChange?: ((page: number) => void) | undefined;
  /** How many rows all pages have together. Give it when a server sorts and pages: `data` is then one page of them. */
  rowCount?: number | undefined;
  /** The language by whose rules texts are sorted: `fr`. The browser's by default. */
  locale?: string | undefined;
};

/**
 * The state of a table: TanStack Table with what the caller owns.
 *
 * @returns with the props that are not about the state: `attributes`
 */
export function useTableState<Row extends object>({
  data,
  columns,
  identifier,
  pageSize,
  canSelect,
  order: givenOrder,
  defaultOrder,
  onOrderChange,
  selectedKeys,
  defaultSelectedKeys,
  onSelectionChange,
  page: givenPage,
  defaultPage,
  onPageChange,
  rowCount,
  locale,
  ...rest
}: TableAttributes &
  TableStateProps<Row> & {
    data: readonly Row[];
    columns: readonly Column<Row>[];
    identifier: string;
    pageSize: number;
    /** Whether a row can be selected. */
    canSelect: (row: Row) => boolean;
  }) {
  const [order, setOrder] = useHeldValue<Order | null>(
    givenOrder,
    defaultOrder ?? null,
    (changed) => changed && onOrderChange?.(changed),
  );
  const [wantedPage, setPage] = useHeldValue(givenPage, defaultPage ?? 1, onPageChange);
  const selection = useSelection(selectedKeys, defaultSelectedKeys);

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
  const selected = useSelectedRows(model, selection, onSelectionChange);

  const attributes: TableAttributes = rest;
  return { model, selected, page, total: rowCount ?? data.length, attributes };
}
