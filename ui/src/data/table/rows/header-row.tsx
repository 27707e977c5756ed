import { VisuallyHidden } from '#layout/visually-hidden/visually-hidden.tsx';
import type { Column } from '#data/table/columns.ts';
import type { TableLabels } from '#data/table/labels.ts';
import type { Model } from '#data/table/state/features.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import styles from './header-row.module.css';
import { roles } from './part-roles.ts';

type HeaderRowProps<Row extends object> = {
  model: Model<Row>;
  columns: readonly Column<Row>[];
  /** Whether rows can be selected. */
  selecting: boolean;
  labels: TableLabels;
};

/** The headers. A sortable one is a button; the column that the rows are sorted by has `aria-sort`. */
export function HeaderRow<Row extends object>({ model, columns, selecting, labels }: HeaderRowProps<Row>) {
  return (
    <thead {...roles.group} className={styles.head}>
      <tr {...roles.row} aria-rowindex={1} className={styles.row}>
        {selecting ? (
          <th {...roles.columnHeader} className={styles.selectHeader} data-select>
            <RowCheckbox
              label={labels.selectPage}
              checked={model.getIsAllPageRowsSelected()}
              indeterminate={!model.getIsAllPageRowsSelected() && model.getIsSomePageRowsSelected()}
              disabled={!model.getRowModel().rows.some((row) => row.getCanSelect())}
              onChange={model.getToggleAllPageRowsSelectedHandler()}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <Header key={column.id} model={model} column={column} />
        ))}
      </tr>
    </thead>
  );
}

function Header<Row extends object>({ model, column }: { model: Model<Row>; column: Column<Row> }) {
  const { id, label, sortable = true, textAlign = 'start', pinned } = column;
  const sorted = sortable && (model.getColumn(id)?.getIsSorted() ?? false);
  return (
    <th
      {...roles.columnHeader}
      className={styles.header}
      data-align={textAlign}
      data-pinned={pinned || undefined}
      data-sortable={sortable || undefined}
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {sortable ? (
        <button type="button" className={styles.sort} onClick={() => model.getColumn(id)?.toggleSorting()}>
          {label}
          <svg className={styles.arrow} viewBox="0 0 12 12" aria-hidden="true">
            <path d="M6 10V2.5M2.75 5.5 6 2.25 9.25 5.5" />
          </svg>
        </button>
      ) : pinned ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        label
      )}
    </th>
  );
}
