/**
 * The roles of a table's parts, written out: a part that is laid out as a card loses the role of its element in some
 * browsers. Spread them: `<tr {...roles.row}>`.
 */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const;
