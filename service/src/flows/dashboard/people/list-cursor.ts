/** The cursor of the list of accounts: the order that it belongs to, and the keys of the last row, as opaque text. */
import * as v from 'valibot';

import { keyCount, type RowOrder } from '#store/dashboard/users/user-list.ts';

export interface ListCursor {
  readonly by: RowOrder;
  /** Of the row before the next page. */
  readonly after: readonly string[];
}

const cursorText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    by: v.picklist(['name', 'email', 'method', 'status', 'signedIn', 'neverSignedIn']),
    // PostgreSQL takes no NUL.
    after: v.array(v.pipe(v.string(), v.excludes('\0'))),
  }),
);
const uuid = v.pipe(v.string(), v.uuid());
// An impossible day is an error of the database.
const time = v.pipe(
  v.string(),
  v.regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  v.check((text) => new Date(text).toJSON()?.slice(0, 10) === text.slice(0, 10)),
);

export const writeCursor = (cursor: ListCursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Undefined for text that `writeCursor` did not write for one of these orders. */
export function readCursor(text: string, orders: readonly RowOrder[]): ListCursor | undefined {
  const read = v.safeParse(cursorText, Buffer.from(text, 'base64url').toString());
  if (!read.success || !orders.includes(read.output.by)) return undefined;
  const { by, after } = read.output;
  const isWhole =
    after.length === keyCount(by) && v.is(uuid, after.at(-1)) && (by !== 'signedIn' || v.is(time, after[0]));
  return isWhole ? { by, after } : undefined;
}
