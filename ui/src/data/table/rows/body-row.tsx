import type { MouseEvent, ReactNode, Ref } from 'react';
import { textOf, type Column } from '#data/table/columns.ts';
import type { RowOfModel } from '#data/table/state/features.ts';
import styles from './body-row.module.css';
import { RowCheckbox } from './row-checkbox.tsx';
import { roles } from './part-roles.ts';

/** What every row of a table shares. */
export type RowLook<Row extends object> = {
  columns: readonly Column<Row>[];
  /** Whether rows can be selected. */
  selecting: boolean;
  isDisabled: (row: Row) => boolean;
  onRowClick: ((row: Row) => void) | undefined;
  /** The address that a press on a row opens. */
  rowHref: ((row: Row) => string) | undefined;
  /** The name of a row's box. */
  nameOf: (row: Row) => string;
};

type BodyRowProps<Row extends object> = RowLook<Row> & {
  row: RowOfModel<Row>;
  /** The place on the page, from 0. */
  index: number;
  /** The place among the rows of all pages and the header, from 1. */
  rowIndex: number;
  ref?: Ref<HTMLTableRowElement> | undefined;
};

/** A row. Its roles are written out, because a row that is laid out as a card would otherwise lose them. */
export function BodyRow<Row extends object>({ row, index, rowIndex, ref, ...look }: BodyRowProps<Row>) {
  const disabled = look.isDisabled(row.original);
  const press = disabled ? undefined : look.onRowClick;
  const href = disabled ? undefined : look.rowHref?.(row.original);
  const selected = row.getIsSelected() && row.getCanSelect();
  function onClick(event: MouseEvent<HTMLTableRowElement>) {
    if (!isRowPress(event)) return;
    press?.(row.original);
    // With the keys of the press: Ctrl opens another tab.
    event.currentTarget.querySelector('th a')?.dispatchEvent(new MouseEvent('click', event.nativeEvent));
  }
  return (
    // The keyboard presses the row by the button or the link in its first cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      ref={ref}
      {...roles.row}
      aria-rowindex={rowIndex}
      className={styles.row}
      data-index={index}
      data-selected={selected || undefined}
      data-disabled={disabled || undefined}
      data-pressable={press || href !== undefined ? true : undefined}
      onClick={press || href !== undefined ? onClick : undefined}
    >
      {look.selecting ? (
        <td {...roles.cell} className={styles.selectCell} data-select>
          <RowCheckbox
            label={look.nameOf(row.original)}
            checked={selected}
            disabled={!row.getCanSelect()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      ) : null}
      {look.columns.map((column, place) => {
        const content = cellContent(column, row);
        const { id, label, textAlign = 'start', flexible, pinned, card } = column;
        const shared = {
          className: styles.cell,
          'data-label': label,
          'data-align': textAlign,
          'data-flexible': flexible || undefined,
          'data-pinned': pinned || undefined,
          'data-card': card,
        };
        if (place > 0)
          return (
            <td key={id} {...roles.cell} {...shared}>
              <div className={styles.content}>{content}</div>
            </td>
          );
        return (
          <th key={id} {...roles.rowHeader} {...shared}>
            <div className={styles.content}>
              {href !== undefined ? (
                <a className={styles.press} href={href}>
                  {content}
                </a>
              ) : press ? (
                <button type="button" className={styles.press} onClick={() => press(row.original)}>
                  {content}
                </button>
              ) : (
                content
              )}
            </div>
          </th>
        );
      })}
    </tr>
  );
}

function cellContent<Row extends object>({ id, renderer }: Column<Row>, row: RowOfModel<Row>): ReactNode {
  if (renderer) return renderer(row.original);
  return textOf(Reflect.get(row.original, id));
}

const interactive =
  'a, button, input, select, textarea, label, summary, [tabindex], [contenteditable], [role="button"]';

/** Whether a click is meant for the row: not for a control in it, nor in a popup of it, nor the end of a text selection. */
function isRowPress({ target, currentTarget: row, defaultPrevented }: MouseEvent): boolean {
  if (defaultPrevented || !(target instanceof Element) || !row.contains(target)) return false;
  const control = target.closest(interactive);
  if (control && row.contains(control)) return false;
  const selection = row.ownerDocument.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(target, true);
}
