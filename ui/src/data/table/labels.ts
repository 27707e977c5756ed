/** The words of a table. English by default; an app passes its own for another language. */
export type TableLabels = {
  /** The name of the box in the header, which selects the rows of this page. */
  selectPage: string;
  /** The name of a row's box: 'Select Ada Lovelace'. */
  selectRow: (row: string) => string;
  /** The count in the bar: '3 selected'. */
  selected: (count: number) => string;
  /** The name of the bar. */
  bulkActions: string;
  /** Clears the selection. */
  cancel: string;
  /** Shown in the bar after an action was rejected. */
  actionFailed: string;
  loading: string;
  retry: string;
};

/** The English words. */
export const english: TableLabels = {
  selectPage: 'Select all rows on this page',
  selectRow: (row) => `Select ${row}`,
  selected: (count) => `${count.toLocaleString('en')} selected`,
  bulkActions: 'Actions for the selected rows',
  cancel: 'Cancel',
  actionFailed: 'That did not work. Please try again.',
  loading: 'Loading results',
  retry: 'Try again',
};
