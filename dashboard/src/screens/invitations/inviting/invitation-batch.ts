/**
 * Sends rows in parts of 500. Each part has an Idempotency-Key that is made of the batch's id, which is stored with the
 * draft: after a lost answer, a reload or a new sign-in the same part gets its first answer, and nobody a second mail.
 */
import { type InviteResult, reasonsNotInvited } from '@app/contract/dashboard/invitations.ts';

import type { Row } from './invitation-rows.ts';

const rowsOfPart = 500;

/** The result of a row: `ok`, or why not. */
export type RowResult = 'ok' | NonNullable<InviteResult['reason']>;

export interface Batch {
  /** Random. */
  readonly id: string;
  /** The rows as they are sent, in their order. They do not change any more. */
  readonly rows: readonly Row[];
  /** Of the rows whose part was answered. */
  readonly results: readonly RowResult[];
}

export interface Part {
  readonly idempotencyKey: string;
  readonly invitations: readonly { email: string; name?: string; role?: string; language?: string }[];
}

/** The next part to send; undefined: all were answered. */
export function nextPart({ id, rows, results }: Batch): Part | undefined {
  const part = rows.slice(results.length, results.length + rowsOfPart);
  if (part.length === 0) return undefined;
  return {
    idempotencyKey: `${id}.${results.length / rowsOfPart}`,
    invitations: part.map(({ email, name, role, language }) => ({
      email,
      ...(name !== '' && { name }),
      ...(role !== '' && { role }),
      ...(language !== '' && { language }),
    })),
  };
}

export const withResults = (batch: Batch, results: readonly InviteResult[]): Batch => ({
  ...batch,
  results: [...batch.results, ...results.map(({ ok, reason }) => (ok ? 'ok' : (reason ?? 'invalid')))],
});

export const isDone = ({ rows, results }: Batch): boolean => results.length >= rows.length;

/** A row that was not invited, and why. */
export interface FailedRow {
  readonly row: Row;
  readonly reason: Exclude<RowResult, 'ok'>;
}

export const failedRows = ({ rows, results }: Batch): FailedRow[] =>
  rows.flatMap((row, at) => {
    const reason = results[at];
    return reason === undefined || reason === 'ok' ? [] : [{ row, reason }];
  });

/** How many rows have each result. */
export function countResults({ results }: Batch): Readonly<Record<RowResult, number>> {
  const counts = Object.fromEntries(['ok', ...reasonsNotInvited].map((result) => [result, 0])) as Record<
    RowResult,
    number
  >;
  for (const result of results) counts[result] += 1;
  return counts;
}
