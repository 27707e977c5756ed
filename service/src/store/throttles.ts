/**
 * Counters that hold under parallel tries on several instances (docs/security.md A1, A3, A8): a place is taken before
 * the comparison and settled after it. The rules stand in the database's functions `throttle_take` and
 * `throttle_settle` (migration 0001), so that each is one statement.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { Part } from './at-once.ts';
import type { Database } from './database.ts';

export interface Counter {
  /** Whom and what it counts, e.g. `login:client:192.0.2.1`. */
  readonly key: string;
  /** Wrong tries (or uses) within the window, before the key is blocked. */
  readonly limit: number;
  /** Milliseconds from the first one. */
  readonly window: number;
  /** Milliseconds that a full counter blocks; null: until its window ends. */
  readonly block: number | null;
}

export type Verdict =
  | { readonly verdict: 'free' }
  /** The last places are taken by tries that are not settled yet. */
  | { readonly verdict: 'busy' }
  /** Until when, in milliseconds since the epoch. */
  | { readonly verdict: 'blocked'; readonly until: number };

/** After this a place that nobody settled counts as a wrong try: its process has died. */
const lease = '30000 ms';

/** Takes a place in every counter, or in none. It must be settled. */
export const takePlaces = (
  db: Kysely<Database>,
  counters: readonly Counter[],
  now: number,
): Promise<Verdict> => take(db, counters, now, false);

/**
 * The same as a FROM item with the columns `verdict` and `until`, for a statement whose own rows decide which counters
 * they are: `then` where the condition holds, `otherwise` elsewhere.
 */
export const placesTaken = (
  condition: RawBuilder<boolean>,
  then: readonly Counter[],
  otherwise: readonly Counter[],
  now: number,
): RawBuilder<unknown> => {
  const other = columnValues(otherwise);
  const either = columnValues(then).map(
    (value, index) => sql`case when ${condition} then ${value} else ${other[index]} end`,
  );
  return sql`throttle_take(${new Date(now)}, ${lease}::interval, false, ${sql.join(either)})`;
};

/** The columns `verdict` and `until` as a verdict. */
export const toVerdict = (row: { verdict: Verdict['verdict']; until: Date | null }): Verdict =>
  row.verdict === 'blocked'
    ? { verdict: 'blocked', until: row.until?.getTime() ?? 0 }
    : { verdict: row.verdict };

/** Counts a use in every counter, or in none if one is full. Nothing to settle. */
export const countUse = (db: Kysely<Database>, counters: readonly Counter[], now: number): Promise<Verdict> =>
  take(db, counters, now, true);

/** Settles places as wrong. Right ones are given back (see give-backs.ts). */
export async function countWrong(
  db: Kysely<Database>,
  counters: readonly Counter[],
  now: number,
): Promise<void> {
  await sql`select throttle_settle(${new Date(now)}, true, ${columns(counters)})`.execute(db);
}

/**
 * Forgets what was settled as wrong in these counters, and their blocks: whoever set the password anew is not held up
 * by the tries before. Locks the rows in the order of their keys, as every statement on this table does.
 */
export const forgettingWrong = (counters: readonly Counter[]): Part => sql`
  update throttles t set wrong = 0, blocked_until = '-infinity'
  from (select key from throttles where key = any (${counters.map(({ key }) => key)}::text[]) order by key for update)
    as locked
  where t.key = locked.key`;

/** Lets a use of the counters decide: true if it was counted, false if one of them is full. For a WHERE clause. */
export const useCounted = (counters: readonly Counter[], now: number): RawBuilder<boolean> =>
  sql<boolean>`(select verdict = 'free' from throttle_take(${new Date(now)}, '0', true, ${columns(counters)}))`;

async function take(
  db: Kysely<Database>,
  counters: readonly Counter[],
  now: number,
  settled: boolean,
): Promise<Verdict> {
  const { rows } = await sql<{ verdict: Verdict['verdict']; until: Date | null }>`
    select verdict, until
    from throttle_take(${new Date(now)}, ${lease}::interval, ${settled}, ${columns(counters)})`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('throttle_take gave no verdict');
  return toVerdict(row);
}

const columns = (counters: readonly Counter[]): RawBuilder<unknown> => sql.join(columnValues(counters));

/** Keys, limits, windows and blocks. Sorted by key: two calls that share keys lock them in one order. */
function columnValues(counters: readonly Counter[]): RawBuilder<unknown>[] {
  const sorted = counters.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const keys = sorted.map(({ key }) => key);
  const most = sorted.map(({ limit }) => limit);
  const windows = sorted.map(({ window }) => `${window} ms`);
  const blocks = sorted.map(({ block }) => (block === null ? null : `${block} ms`));
  return [
    sql`${keys}::text[]`,
    sql`${most}::integer[]`,
    sql`${windows}::interval[]`,
    sql`${blocks}::interval[]`,
  ];
}
