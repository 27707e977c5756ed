import { useRef, type ReactNode, type Ref } from 'react';
import { classNames } from '#class-names.ts';
import { Pagination, type PaginationLabels } from '#data/pagination/pagination.tsx';
import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import '#tokens/z-index.css';
import { BulkBar, type BulkAction } from './bulk-bar/bulk-bar.tsx';
import { textOf, type Column } from './columns.ts';
import { english, type TableLabels } from './labels.ts';
import { HeaderRow } from './rows/header-row.tsx';
import { Failure } from './rows/message-rows.tsx';
import { isLongPage, TableBody } from './rows/table-body.tsx';
import { useDuplicateWarning } from './state/row-key.ts';
import { useClearSelection, type TableActions } from './state/use-selection.ts';
import { useTableState, type TableAttributes, type TableStateProps } from './state/use-table-state.ts';
import { TableView } from './table-view.tsx';
import styles from './table.module.css';

export type { BulkAction } from './bulk-bar/bulk-bar.tsx';
export type { Column } from './columns.ts';
export type { TableLabels } from './labels.ts';
export { sortRows, type Order } from './sort-rows.ts';
export type { RowKey } from './state/row-key.ts';
export type { TableActions } from './state/use-selection.ts';

export type TableProps<Row extends object> = TableAttributes &
  TableStateProps<Row> & {
    /** The name of the table for screen readers: 'Accounts'. */
    caption: string;
    /** All rows; or one page of them, in order, when `rowCount` is given. */
    data: readonly Row[];
    /** From start to end; the first one names the row. Keep the same array between renders. */
    columns: readonly Column<Row>[];
    /** The field that identifies a row (spec §3): `id` by default. A row without it throws in development. */
    identifier?: (keyof Row & string) | undefined;
    /** What can be done with selected rows. With at least one, rows can be selected; without, the selection clears. */
    bulkActions?: readonly BulkAction<Row>[] | undefined;
    /** Whether a row can be selected; all by default. A selected row that no longer can leaves the selection. */
    isRowSelectable?: ((row: Row) => boolean) | undefined;
    /** Whether a row is unavailable: it is greyed out, and neither selected nor pressed. */
    isRowDisabled?: ((row: Row) => boolean) | undefined;
    /** A press on a row. The first cell becomes a button, so the renderer of its column must not return a control. */
    onRowClick?: ((row: Row) => void) | undefined;
    /** The address that a press on a row opens, in place of `onRowClick`: the first cell becomes a link. */
    rowHref?: ((row: Row) => string) | undefined;
    /** The name of a row, for the name of its box: the first column's value by default. */
    rowLabel?: ((row: Row) => string) | undefined;
    /** Rows are on their way: skeletons while there are none, else the old rows stay. */
    loading?: boolean | undefined;
    /** Why the rows could not be loaded; shown in their place. */
    error?: ReactNode;
    /** Shows 'Try again' with the error. */
    onRetry?: (() => void) | undefined;
    /** Shown when there is no row (spec §8). */
    emptyText?: ReactNode;
    /** Rows of a page: 50 by default (spec §9). `Infinity` shows all rows on one page. */
    pageSize?: number | undefined;
    /** Words that replace the English ones. */
    labels?: Partial<TableLabels> | undefined;
    /** Words of the pagination that replace the English ones. */
    paginationLabels?: Partial<PaginationLabels> | undefined;
    /** Receives `clearSelection()`. */
    actionsRef?: Ref<TableActions> | undefined;
  };

const noActions: readonly never[] = [];

/**
 * Rows in columns, sorted, paged and selected here, or by a server when `rowCount` is given (spec §3, spec §4, spec §9).
 * Below 768 px each row is read as a card. `ref`, `className` and every attribute of a `div` go to the element around
 * the table. A style sheet can set `--table-top`, the height of what sticks above the header, `--table-bottom`, where
 * the bar of actions sticks above a bar of the page, and `--table-max-height`, the height of a table that scrolls in its
 * own box because it is too wide or has more than 200 rows on a page.
 */
export function Table<Row extends object>({
  caption,
  data,
  columns,
  identifier,
  bulkActions = noActions,
  isRowSelectable = () => true,
  isRowDisabled = () => false,
  onRowClick,
  rowHref,
  rowLabel,
  loading = false,
  error,
  onRetry,
  emptyText = 'No records available for this category or filter criteria',
  pageSize = 50,
  labels: givenLabels,
  paginationLabels,
  actionsRef,
  className,
  ...given
}: TableProps<Row>) {
  const labels = { ...english, ...givenLabels };
  const selecting = bulkActions.length > 0;
  const { scroller, focusTable, scrollToTop } = useScroller();
  const key = identifier ?? 'id';
  const { model, selected, page, total, attributes } = useTableState<Row>({
    ...given,
    data,
    columns,
    identifier: key,
    pageSize,
    canSelect: (row) => selecting && !isRowDisabled(row) && isRowSelectable(row),
  });
  const rowsOnPage = model.getRowModel().rows.length;
  const long = isLongPage(rowsOnPage);

  useDuplicateWarning(data, key);
  const clearSelection = useClearSelection(model, selecting, actionsRef);

  function nameOf(row: Row): string {
    return labels.selectRow(rowLabel?.(row) ?? textOf(Reflect.get(row, columns[0]?.id ?? key)));
  }
  function showPage(next: number) {
    model.setPageIndex(next - 1);
    scrollToTop();
  }
  const failure =
    error && !loading ? (
      <Failure onRetry={onRetry} label={labels.retry} onPress={focusTable}>
        {error}
      </Failure>
    ) : null;
  const status = loading
    ? labels.loading
    : rowsOnPage === 0 && !error
      ? emptyText
      : selected.count > 0 && labels.selected(selected.count);

  return (
    <div {...attributes} className={classNames(styles.root, className)}>
      <TableView
        {...{ scroller, caption, long }}
        busy={loading}
        rowCount={long || total > rowsOnPage ? total + 1 : undefined}
        selecting={selected.count > 0}
      >
        <HeaderRow model={model} columns={columns} selecting={selecting} labels={labels} />
        <TableBody
          model={model}
          look={{ columns, selecting, isDisabled: isRowDisabled, onRowClick, rowHref, nameOf }}
          offset={(page - 1) * (Number.isFinite(pageSize) ? pageSize : 0)}
          scroller={scroller}
          loading={loading}
          failure={failure}
          emptyText={emptyText}
        />
      </TableView>
      {selecting && selected.count > 0 ? (
        <BulkBar
          actions={bulkActions}
          count={selected.count}
          read={selected.read}
          onCancel={clearSelection}
          onFocusLost={focusTable}
          labels={labels}
        />
      ) : null}
      {total > pageSize ? (
        <Pagination
          className={styles.pagination}
          page={page}
          rowCount={total}
          pageSize={pageSize}
          onPageChange={showPage}
          labels={paginationLabels}
        />
      ) : null}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </div>
  );
}

/** The box in which the table scrolls. */
function useScroller() {
  const scroller = useRef<HTMLDivElement>(null);
  return {
    scroller,
    focusTable: () => scroller.current?.focus({ preventScroll: true }),
    /** To the first row, in the box and on the page. */
    scrollToTop() {
      const box = scroller.current;
      box?.scrollTo({ top: 0 });
      if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: 'start' });
    },
  };
}
