/**
 * Counters that hold under parallel tries on several instances (threats A1, A3, A8): a slot is reserved before the
 * comparison and settled after it, as wrong (`countWrong`) or by its release. The rules are in the database's functions
 * (migrations 0006 and 0020), so that each is one statement.
 */
import { type RawBuilder, sql } from 'kysely';
import type { RefusalName } from '@app/contract/calls/refusals.ts';

import { type Condition, rowsOf, type Statement } from '#store/connection/one-statement.ts';
import type { DurableTransaction, Relaxed } from '#store/connection/pools.ts';

export interface Counter {
  /** Whom and what it counts, e.g. `login:client:192.0.2.1`. */
  readonly key: string;
  /**
   * With it the counter counts distinct members, each once for a window of its own: one that is counted already is
   * never refused by it, a new one needs room. Two counters of one call must not share a key.
   */
  readonly member?: string;
  /** Wrong tries, uses or distinct members within the window, before the key is blocked. */
  readonly limit: number;
  /** Milliseconds from the first one. */
  readonly window: number;
  /** Milliseconds that a full counter blocks; null: until its window ends. Without a meaning for members. */
  readonly block: number | null;
  /** What a full counter answers; undefined: `rateLimited`. */
  readonly refusal?: RefusalName;
}

export type Verdict =
  | { readonly verdict: 'free' }
  /** The last slots are reserved by tries that are not settled yet. */
  | { readonly verdict: 'busy' }
  /** Until when, in milliseconds since the epoch, and by which counter (the one that blocks longest). */
  | { readonly verdict: 'blocked'; readonly until: number; readonly counter: Counter };

/** The columns of `throttle_take`. */
export interface VerdictRow {
  verdict: Verdict['verdict'];
  until: Date | null;
  full_key: string | null;
}

/** After this a reservation that was not settled counts as a wrong try: its process has died. */
const lease = '30000 ms';

/** Reserves a slot in every counter, or in none. The reservation must be settled. */
export const reserveSlots = (db: Relaxed, counters: readonly Counter[], now: number): Promise<Verdict> =>
  take(db, counters, now, false);

/**
 * The same as a FROM item with the columns of `VerdictRow`, for a statement whose own rows decide which counters they
 * are: `then` where the condition holds, `otherwise` elsewhere. `settled` counts a use, as `countUse` does.
 */
export const reservation = (
  condition: RawBuilder<boolean>,
  then: readonly Counter[],
  otherwise: readonly Counter[],
  now: number,
  settled = false,
): RawBuilder<unknown> => {
  const other = columnValues(otherwise);
  const either = columnValues(then).map(
    (value, index) => sql`case when ${condition} then ${value} else ${other[index]} end`,
  );
  return sql`throttle_take(${new Date(now)}, ${lease}::interval, ${settled}::boolean, ${sql.join(either)})`;
};

/**
 * Counts a use in one counter whose uses are all counted at once: none is ever reserved, and it has no members. A change of
 * one row by itself, cheaper than a call of `throttle_take`. Returns a row if the use was counted, and none if the
 * counter is full or the earlier statement `name` returned no row.
 */
export const insertUse = <const Name extends string>(
  name: Name,
  { key, limit, window, block }: Omit<Counter, 'member'>,
  now: number,
): Statement<Name> => sql`
  insert into throttles as c (key, wrong, window_ends_at)
  select ${key}::text, 1, ${new Date(now + window)}::timestamptz from ${rowsOf(name)}
  on conflict (key) do update set
    wrong = case when c.window_ends_at <= ${new Date(now)} then 1 else c.wrong + 1 end,
    window_ends_at = case when c.window_ends_at <= ${new Date(now)} then excluded.window_ends_at else c.window_ends_at end,
    blocked_until = case
      when c.window_ends_at > ${new Date(now)} and c.wrong + 1 >= ${limit}
        then coalesce(${block === null ? null : new Date(now + block)}::timestamptz, c.window_ends_at)
      else c.blocked_until end
  where c.blocked_until <= ${new Date(now)}
  returning key`;

/**
 * Takes a use of each counter, as far as it has room: how many uses each key got, which may occur more than once. All have
 * the same limit and window. The caller lets no two calls use one counter at the same moment.
 *
 * @param preview nothing is written
 */
export async function takeUses(
  db: DurableTransaction,
  counters: readonly Counter[],
  { preview, now }: { readonly preview: boolean; readonly now: number },
): Promise<Map<string, number>> {
  const [first] = counters;
  if (first === undefined) return new Map();
  const { rows } = await sql<{ key: string; taken: number }>`
    with given as materialized (
      select asked.key, least(asked.uses, ${first.limit} - coalesce(c.wrong, 0))::integer as taken
      from (select key, count(*) as uses from unnest(${counters.map(({ key }) => key)}::text[]) as key group by key) asked
      left join throttles c on c.key = asked.key and c.window_ends_at > ${new Date(now)}
    ), counted as (
      insert into throttles as c (key, wrong, window_ends_at)
      select key, taken, ${new Date(now + first.window)}::timestamptz from given
      where taken > 0 and ${!preview}::boolean order by key
      on conflict (key) do update set
        wrong = case when c.window_ends_at <= ${new Date(now)} then 0 else c.wrong end + excluded.wrong,
        window_ends_at = case when c.window_ends_at <= ${new Date(now)} then excluded.window_ends_at else c.window_ends_at end
    )
    select key, taken from given`.execute(db);
  return new Map(rows.map(({ key, taken }) => [key, taken]));
}

/** A row as a verdict. @param counters those that it is about */
export function toVerdict(row: VerdictRow, counters: readonly Counter[]): Verdict {
  if (row.verdict !== 'blocked') return { verdict: row.verdict };
  const counter = counters.find(({ key }) => key === row.full_key);
  if (counter === undefined || row.until === null) throw new Error('a blocked reservation names no counter');
  return { verdict: 'blocked', until: row.until.getTime(), counter };
}

/** Counts a use in every counter, or in none if one is full. Nothing to settle. */
export const countUse = (db: Relaxed, counters: readonly Counter[], now: number): Promise<Verdict> =>
  take(db, counters, now, true);

/** Counts a use in each of two lists of counters by one statement: whether it was counted in the first, and the second. */
export async function countUseOfTwo(
  db: Relaxed,
  [first, second]: readonly [readonly Counter[], readonly Counter[]],
  now: number,
): Promise<readonly [boolean, boolean]> {
  const { rows } = await sql<{ first: boolean; second: boolean }>`
    select ${useCounted(first, now)} as first, ${useCounted(second, now)} as second`.execute(db);
  const row = rows[0];
  return [row?.first ?? false, row?.second ?? false];
}

/** Settles reservations as wrong tries. Those of right tries are released (releases.ts). */
export async function countWrong(db: Relaxed, counters: readonly Counter[], now: number): Promise<void> {
  await sql`select throttle_settle(${new Date(now)}, ${columns(counters)})`.execute(db);
}

/**
 * Deletes the wrong tries of these counters, and their blocks: whoever has chosen a new password is not held up by the
 * tries before. Locks the rows in the order of their keys, as every statement on this table does.
 */
export const resetCounters = (counters: readonly Counter[]): Statement => sql`
  update throttles t set wrong = 0, blocked_until = '-infinity'
  from (select key from throttles where key = any (${counters.map(({ key }) => key)}::text[]) order by key for update)
    as locked
  where t.key = locked.key`;

/** Deletes these members of their counters, so that they are no longer counted. */
export const deleteMembers = (counters: readonly Counter[]): Statement => sql`
  delete from throttle_members m
  using unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ member }) => member ?? null)}::text[])
    as f (key, member)
  where m.key = f.key and m.member = f.member`;

/** Lets a use of the counters decide: true if it was counted, false if one of them is full. For a WHERE clause. */
export const useCounted = (counters: readonly Counter[], now: number): Condition =>
  sql<boolean>`(select verdict = 'free' from throttle_take(${new Date(now)}, '0', true, ${columns(counters)}))`;

async function take(
  db: Relaxed,
  counters: readonly Counter[],
  now: number,
  settled: boolean,
): Promise<Verdict> {
  const { rows } = await sql<VerdictRow>`
    select verdict, until, full_key
    from throttle_take(${new Date(now)}, ${lease}::interval, ${settled}, ${columns(counters)})`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('throttle_take gave no verdict');
  return toVerdict(row, counters);
}

const columns = (counters: readonly Counter[]): RawBuilder<unknown> => sql.join(columnValues(counters));

/** Keys, limits, windows, blocks and members. Sorted by key: two calls that share keys lock them in one order. */
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
    sql`${sorted.map(({ member }) => member ?? null)}::text[]`,
  ];
}
