/** The figures of a company's overview, each counted by an index. */
import { type RawBuilder, sql } from 'kysely';
import { type EventOutcome, reuseShownDays } from '@app/contract/dashboard/sign-in-log.ts';
import { days } from '@app/contract/fields/durations.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Reader } from '#store/connection/pools.ts';
import { hasExpired } from '#store/dashboard/invitations/invitation-list.ts';

export interface DayCount {
  readonly day: string;
  readonly method: Strategy | null;
  readonly outcome: EventOutcome;
  readonly count: number;
}

/** How many days before today, and the time zone in which they begin. */
export interface Days {
  readonly days: number;
  readonly timeZone: string;
}

/**
 * Sign-ins by day, method and outcome, oldest first; today is the last of the days. Rejects with PostgreSQL's error 22023
 * for a time zone that it does not know.
 */
export const countSignIns = async (
  db: Reader,
  companyId: string,
  counted: Days,
  now: number,
): Promise<readonly DayCount[]> => (await signInsQuery(companyId, counted, now).execute(db)).rows;

/**
 * The statement of `countSignIns`. Every time zone begins its days at a quarter of an hour, so quarters are counted
 * first: a company has a few thousand of them, and any number of sign-ins.
 */
export const signInsQuery = (
  companyId: string,
  { days: most, timeZone }: Days,
  now: number,
): RawBuilder<DayCount> => sql<DayCount>`
  select to_char(quarter.at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day, quarter.method, quarter.outcome,
    sum(quarter.count)::integer as count
  from (
    select date_bin('15 minutes', e.at, timestamptz 'epoch') as at, e.method, e.outcome, count(*) as count
    from events e
    where e.company_id = ${companyId}::uuid and e.kind = 'signedIn' and e.at >= (
      (date_trunc('day', ${new Date(now)}::timestamptz at time zone ${timeZone}::text)
        - make_interval(days => ${most - 1}::integer)) at time zone ${timeZone}::text
    )
    group by 1, 2, 3
  ) quarter
  group by 1, 2, 3 order by 1, 2, 3`;

export interface CompanyCounts {
  readonly active: number;
  readonly unconfirmed: number;
  readonly disabled: number;
  readonly invitationsWaiting: number;
  readonly invitationsExpired: number;
  readonly domainsLost: number;
  readonly refreshReuses: number;
}

export async function countAccounts(db: Reader, companyId: string, now: number): Promise<CompanyCounts> {
  const { rows } = await sql<CompanyCounts>`
    select count(*) filter (where status = 'active')::integer as active,
      count(*) filter (where status = 'unconfirmed')::integer as unconfirmed,
      count(*) filter (where status = 'disabled')::integer as disabled,
      count(*) filter (where status = 'unconfirmed' and declined_at is null and not ${hasExpired(now)})::integer as "invitationsWaiting",
      count(*) filter (where status = 'unconfirmed' and declined_at is null and ${hasExpired(now)})::integer as "invitationsExpired",
      (select count(*) from domain_claims d where d.company_id = ${companyId}::uuid and d.lost_at is not null)::integer
        as "domainsLost",
      (select count(*) from events e where e.company_id = ${companyId}::uuid and e.kind = 'refreshReuse'
        and e.at >= ${new Date(now - days(reuseShownDays))}::timestamptz)::integer as "refreshReuses"
    from accounts a where a.company_id = ${companyId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the counts of a company gave no row');
  return row;
}
