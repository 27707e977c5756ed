/** The cursors of the logs, as opaque text: the last row of a page, and the time of the newest row. */
import * as v from 'valibot';

import { Refusal } from '#refusal.ts';
import type { EventPlace } from '#store/dashboard/sign-in-log/event-list.ts';

// An impossible day is an error of the database.
export const cursorTime = v.pipe(
  v.string(),
  v.regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  v.check((text) => new Date(text).toJSON()?.slice(0, 10) === text.slice(0, 10)),
);
const place = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: cursorTime, id: v.pipe(v.string(), v.uuid()) }),
);

/** Undefined for the first page. Throws `Refusal('invalid')` for text that `pageOf` did not write. */
export function readCursor(text: string | undefined): EventPlace | undefined {
  if (text === undefined) return undefined;
  const read = v.safeParse(place, Buffer.from(text, 'base64url').toString());
  if (!read.success) throw new Refusal('invalid', { fields: { cursor: ['is_invalid'] } });
  return read.output;
}

/** A page of `rows`, which have one more than the page where another page comes after it. */
export function pageOf<Row extends { readonly at_text: string; readonly id: string }, Item>(
  rows: readonly Row[],
  pageSize: number,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor?: string } {
  const { at_text: at, id } = (rows.length > pageSize && rows[pageSize - 1]) || {};
  const items = rows.slice(0, pageSize).map(toItem);
  return id === undefined
    ? { items }
    : { items, nextCursor: Buffer.from(JSON.stringify({ at, id })).toString('base64url') };
}

/** The number of rows, counted up to one more than `most`. */
export const totalOf = (counted: number, most: number): { total: number; totalIsMore?: true } =>
  counted > most ? { total: most, totalIsMore: true } : { total: counted };

/** `at` in milliseconds since the epoch. */
export const writeLiveCursor = (at: number): string => `t${at.toString(36)}`;

export function readLiveCursor(text: string): number | undefined {
  const at = /^t[\da-z]{1,9}$/.test(text) ? Number.parseInt(text.slice(1), 36) : undefined;
  return at !== undefined && at < 4e12 ? at : undefined;
}
