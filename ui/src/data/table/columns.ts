import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Features } from '#data/table/state/features.ts';
import { createComparison, sortableValue } from './sort-rows.ts';

/** A column of a table (spec §3): a field of the row, or any other name with a renderer. */
export type Column<Row extends object> = {
  /** The text of its header, and of its label where a row is read as a card. */
  label: string;
  /** Whether its header sorts the rows; `true` by default. */
  sortable?: boolean;
  /** `start` by default; numbers are read best at the `end`. */
  textAlign?: 'start' | 'center' | 'end';
  /** It takes the room that the other columns leave, and a text inside must be cut: it is never over the next cell. */
  flexible?: boolean;
  /** It stays at the end of the row while a table that is too wide scrolls: its menu. Its label is not painted. */
  pinned?: boolean;
  /**
   * Where its cell is on a card: a `line` with its label by default, `beside` the title, or `none` where a press on the
   * row shows the rest.
   */
  card?: 'line' | 'beside' | 'none';
} & (
  | {
      /** The field that the column shows. `order.field` is this id. */
      id: keyof Row & string;
      /** What a cell shows; the field's value as text by default. */
      renderer?: (row: Row) => ReactNode;
    }
  | { id: string; renderer: (row: Row) => ReactNode }
);

/** The columns as TanStack Table reads them. */
export function columnDefs<Row extends object>(
  columns: readonly Column<Row>[],
  locale: string | undefined,
): ColumnDef<Features, Row>[] {
  const compare = createComparison(locale);
  return columns.map(({ id, sortable = true }) => ({
    id,
    accessorFn: (row) => sortableValue(Reflect.get(row, id)),
    enableSorting: sortable,
    sortUndefined: 'last',
    sortFn: (a, b) => compare(a.getValue(id), b.getValue(id)),
  }));
}

/** A text, a number or a flag as text, and nothing else: the rest needs a renderer. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : '';
}
