/** The rows that were not invited as a CSV file, which can be mended and read again. */
import { csvByteOrderMark, csvRecord } from '@app/contract/fields/csv.ts';

import type { FailedRow } from './invitation-batch.ts';

/** @param words the reason in the person's language */
export const failedCsv = (
  failed: readonly FailedRow[],
  words: (reason: FailedRow['reason']) => string,
): string =>
  csvByteOrderMark +
  csvRecord(['email', 'name', 'role', 'language', 'reason']) +
  failed
    .map(({ row, reason }) => csvRecord([row.email, row.name, row.role, row.language, words(reason)]))
    .join('');
