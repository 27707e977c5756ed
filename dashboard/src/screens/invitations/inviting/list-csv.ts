/** The CSV files of a list of people: the rows that failed, and the empty one to fill in. */
import { csvByteOrderMark, csvRecord } from '@app/contract/fields/csv.ts';

import type { FailedRow } from './invitation-batch.ts';

export const columns = ['email', 'name', 'role', 'language'] as const;

export const templateCsv = csvByteOrderMark + csvRecord(columns);

/** @param words the reason in the person's language */
export const failedCsv = (
  failed: readonly FailedRow[],
  words: (reason: FailedRow['reason']) => string,
): string =>
  csvByteOrderMark +
  csvRecord([...columns, 'reason']) +
  failed
    .map(({ row, reason }) => csvRecord([...columns.map((column) => row[column]), words(reason)]))
    .join('');

/** Downloads a CSV file. */
export function download(csv: string, name: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
