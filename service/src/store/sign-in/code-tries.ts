/**
 * The codes of an account that were compared, over all its challenges (threat A6). A try is counted before its code is
 * compared, under the lock of the account's row, so the ceilings are exact under parallel tries on several instances;
 * the right one is released.
 */
import { type RawBuilder, sql } from 'kysely';
import { hours } from '@app/contract/fields/durations.ts';

import { hasFactor } from '#store/accounts/factors.ts';
import type { Statement } from '#store/connection/one-statement.ts';
import type { Reader } from '#store/connection/pools.ts';

/** How many tries of an account are compared. */
export interface CodeCeilings {
  /** In any hour. */
  readonly inHour: number;
  /** Since the last right one. */
  readonly inARow: number;
}

/** What a try is among those of its account, itself included. */
export interface CountedTry {
  readonly inHour: number;
  readonly inARow: number;
}

/** When the hour of an account has room for a try again, in milliseconds; undefined if it has, or the row is full. */
export async function findHourFullUntil(
  db: Reader,
  accountId: string,
  inHour: number,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ tried_at: Date }>`
    select tried_at from code_tries, unnest(recent) tried_at
    where account_id = ${accountId} and tried_at > ${new Date(now - hours(1))}
    order by tried_at desc offset ${inHour - 1} limit 1`.execute(db);
  const row = rows[0];
  return row && row.tried_at.getTime() + hours(1);
}

/** Counts a try of the account that `account` selects: a row with the columns of `CountedTry`, none at a ceiling. */
export const countTry = (
  account: RawBuilder<unknown>,
  { inHour, inARow }: CodeCeilings,
  now: number,
): Statement => {
  const recent = sql`select tried_at from unnest(t.recent) tried_at where tried_at > ${new Date(now - hours(1))}`;
  return sql`
    insert into code_tries as t (account_id, in_a_row, recent)
    select id, 1, array[${new Date(now)}::timestamptz] from (${account}) as of_account
    on conflict (account_id) do update
      set in_a_row = t.in_a_row + 1, recent = array(${recent}) || excluded.recent
      where t.in_a_row < ${inARow} and (select count(*) from (${recent}) as counted) < ${inHour}
    returning in_a_row, cardinality(recent) as in_hour`;
};

/** Releases the try that was counted at `now`, as its code was right, and ends the row of wrong ones. */
export function releaseTry(accountId: string, now: number): Statement {
  const own = sql`coalesce(array_position(recent, ${new Date(now)}::timestamptz), cardinality(recent) + 1)`;
  return sql`
    update code_tries set in_a_row = 0, recent = recent[: ${own} - 1] || recent[${own} + 1 :]
    where account_id = ${accountId}`;
}

/**
 * Forgets the tries of an account whose password was renewed. Where it has a factor, those of the last hour stay: the thief
 * of a mailbox would else get ten more guesses at its codes by each reset (threat A21).
 */
export const forgetTries = (accountId: string): Statement => sql`
  update code_tries set in_a_row = 0,
    recent = case when ${hasFactor(sql.ref('code_tries.account_id'))} then recent else array[]::timestamptz[] end
  where account_id = ${accountId}`;
