/** The cursors of the logs, as opaque text: the last row of a page, and the time of the newest row. */
import * as v from 'valibot';

import type { EventPlace } from '#store/dashboard/sign-in-log/event-list.ts';

// An impossible day is an error of the database.
const time = v.pipe(
  v.string(),
  v.regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  v.check((text) => new Date(text).toJSON()?.slice(0, 10) === text.slice(0, 10)),
);
const place = v.pipe(v.string(), v.parseJson(), v.object({ at: time, id: v.pipe(v.string(), v.uuid()) }));

export const writeCursor = ({ at, id }: EventPlace): string =>
  Buffer.from(JSON.stringify({ at, id })).toString('base64url');

/** Undefined for text that `writeCursor` did not write. */
export function readCursor(text: string): EventPlace | undefined {
  const read = v.safeParse(place, Buffer.from(text, 'base64url').toString());
  return read.success ? read.output : undefined;
}

/** `at` in milliseconds since the epoch. */
export const writeLiveCursor = (at: number): string => `t${at.toString(36)}`;

export function readLiveCursor(text: string): number | undefined {
  const at = /^t[\da-z]{1,9}$/.test(text) ? Number.parseInt(text.slice(1), 36) : undefined;
  return at !== undefined && at < 4e12 ? at : undefined;
}
