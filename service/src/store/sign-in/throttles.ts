/**
 * The counters of the rate limits, exact under parallel tries on several instances (threats A1, A3, A8). The rule is in the
 * functions `throttle_count` and `throttle_release` (`migrations/0039-rate-limits.sql`).
 */
import { type RawBuilder, sql } from 'kysely';
import type { RefusalName } from '@app/contract/calls/refusals.ts';

import type { Condition, Statement } from '#store/connection/one-statement.ts';
import type { DurableTransaction, Relaxed } from '#store/connection/pools.ts';

export interface Counter {
  /** Whom and what it counts, e.g. `login:client:192.0.2.1`. */
  readonly key: string;
  /**
   * With it the counter counts distinct members, each once for its own window: one that is counted already is never
   * refused by it, a new one needs room. Two counters of one call must not share a key.
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

/** A counter that has no room, and until when, in milliseconds since the epoch. */
export interface FullCounter {
  readonly counter: Counter;
  readonly until: number;
}

/** A row of `throttle_count`; nulls if it returned none. */
export interface FullCounterRow {
  readonly full_key: string | null;
  readonly until: Date | null;
}

/**
 * Counts a try in every counter, or in none if one is full. Resolves to the full one that blocks longest, or to
 * undefined if the try was counted: then `releaseTry` releases a right one.
 */
export async function countTry(
  db: Relaxed,
  counters: readonly Counter[],
  now: number,
): Promise<FullCounter | undefined> {
  const { rows } = await sql<FullCounterRow>`select * from ${counting(counters, now)}`.execute(db);
  return fullCounter(rows[0], counters);
}

/** Releases a right try that `countTry` counted at `countedAt`. Its members are no longer counted. */
export async function releaseTry(
  db: Relaxed,
  counters: readonly Counter[],
  countedAt: number,
): Promise<void> {
  const { keys, windows, members } = columnsOf(counters);
  await sql`select throttle_release(${new Date(countedAt)}, ${keys}, ${windows}, ${members})`.execute(db);
}

/** `throttle_count` as a FROM item: one row if a counter is full, and none if the try was counted. */
const counting = (counters: readonly Counter[], now: number): RawBuilder<unknown> =>
  sql`throttle_count(${new Date(now)}, ${sql.join(Object.values(columnsOf(counters)))})`;

/**
 * The same for a statement whose own rows decide which counters they are: `then` where the condition holds, `otherwise`
 * elsewhere.
 */
export function countingEither(
  condition: RawBuilder<boolean>,
  then: readonly Counter[],
  otherwise: readonly Counter[],
  now: number,
): RawBuilder<unknown> {
  const other = Object.values(columnsOf(otherwise));
  const either = Object.values(columnsOf(then)).map(
    (value, index) => sql`case when ${condition} then ${value} else ${other[index]} end`,
  );
  return sql`throttle_count(${new Date(now)}, ${sql.join(either)})`;
}

/** The full counter that a row names, one of `counters`; undefined if it names none. */
export function fullCounter(
  row: FullCounterRow | undefined,
  counters: readonly Counter[],
): FullCounter | undefined {
  if (row === undefined || row.full_key === null) return undefined;
  const counter = counters.find(({ key }) => key === row.full_key);
  if (counter === undefined || row.until === null) throw new Error('throttle_count named an unknown counter');
  return { counter, until: row.until.getTime() };
}

/** Counts a try and lets it decide: true if it was counted, false if a counter is full. For a WHERE clause. */
export const tryCounted = (counters: readonly Counter[], now: number): Condition =>
  sql<boolean>`(not exists (select from ${counting(counters, now)}))`;

/** Counts a try in each of two lists of counters by one statement: whether the first had room, and the second. */
export async function countTryOfTwo(
  db: Relaxed,
  [first, second]: readonly [readonly Counter[], readonly Counter[]],
  now: number,
): Promise<readonly [boolean, boolean]> {
  const { rows } = await sql<{ first: boolean; second: boolean }>`
    select ${tryCounted(first, now)} as first, ${tryCounted(second, now)} as second`.execute(db);
  const row = rows[0];
  return [row?.first ?? false, row?.second ?? false];
}

/**
 * Takes the requested uses of each counter, up to its limit. Resolves to how many uses each key got; a key may occur
 * more than once. All have the same limit and window. The caller lets no two calls use one counter at the same moment.
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
      where taken > 0 and ${!preview}::boolean order by key collate "C"
      on conflict (key) do update set
        wrong = case when c.window_ends_at <= ${new Date(now)} then 0 else c.wrong end + excluded.wrong,
        window_ends_at = case when c.window_ends_at <= ${new Date(now)} then excluded.window_ends_at else c.window_ends_at end
    )
    select key, taken from given`.execute(db);
  return new Map(rows.map(({ key, taken }) => [key, taken]));
}

/**
 * Deletes the wrong tries of these counters, and their blocks: a person who has chosen a new password is not blocked by
 * earlier tries. Locks the rows in the order of their keys, as every statement on this table does.
 */
export const resetCounters = (counters: readonly Counter[]): Statement => sql`
  update throttles t set wrong = 0, blocked_until = '-infinity'
  from (
    select key from throttles where key = any (${counters.map(({ key }) => key)}::text[])
    order by key collate "C" for update
  ) as locked
  where t.key = locked.key`;

/** Deletes these members of their counters, so that they are no longer counted. */
export const deleteMembers = (counters: readonly Counter[]): Statement => sql`
  delete from throttle_members m
  using unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ member }) => member ?? null)}::text[])
    as f (key, member)
  where m.key = f.key and m.member = f.member`;

/** The counters as the arguments of `throttle_count`, in their order. */
const columnsOf = (counters: readonly Counter[]) => ({
  keys: sql`${counters.map(({ key }) => key)}::text[]`,
  limits: sql`${counters.map(({ limit }) => limit)}::integer[]`,
  windows: sql`${counters.map(({ window }) => `${window} ms`)}::interval[]`,
  blocks: sql`${counters.map(({ block }) => (block === null ? null : `${block} ms`))}::interval[]`,
  members: sql`${counters.map(({ member }) => member ?? null)}::text[]`,
});
