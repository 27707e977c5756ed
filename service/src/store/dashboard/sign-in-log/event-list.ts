/**
 * A company's sign-in log, newest first: filters, pages, and a count that ends early. Each filter has its index
 * (docs/decisions/sign-in-log.md).
 */
import { type RawBuilder, sql } from 'kysely';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { EventOutcome } from '@app/contract/dashboard/sign-in-log.ts';
import type { Platform, Strategy, Way } from '@app/contract/fields/vocabulary.ts';

import type { EventKind } from '#store/connection/database.ts';
import type { Reader } from '#store/connection/pools.ts';

import type { EventPersons } from './event-persons.ts';

export interface EventFilter {
  readonly companyId: string;
  readonly kind: EventKind | undefined;
  readonly outcome: EventOutcome | undefined;
  readonly accountId: string | undefined;
  readonly supportCode: string | undefined;
  /** Milliseconds since the epoch; from inclusive, to exclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Whom a search has found; undefined: nobody was searched for. */
  readonly persons: EventPersons | undefined;
}

/** Where a row is in the list. */
export interface EventPlace {
  /** `2026-11-22T09:00:00.000000Z`. */
  readonly at: string;
  readonly id: string;
}

export interface EventPart {
  readonly filter: EventFilter;
  /** The row before the first; undefined: from the newest. */
  readonly before: EventPlace | undefined;
  readonly limit: number;
}

export interface EventRow {
  readonly id: string;
  readonly at: Date;
  readonly at_text: string;
  readonly kind: EventKind;
  readonly outcome: EventOutcome;
  readonly reason: EventReason | null;
  readonly detail: string | null;
  readonly account_id: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly method: Strategy | null;
  readonly way: Way | null;
  readonly platform: Platform;
  readonly client: string;
  readonly support_code: string | null;
}

export async function listEvents(db: Reader, part: EventPart): Promise<readonly EventRow[]> {
  const { rows } = await eventsQuery(part).execute(db);
  const { persons } = part.filter;
  if (persons?.tooMany !== true || rows.length >= part.limit) return rows.slice(0, part.limit);
  // Many are searched for, and the newest events are not theirs.
  const { rows: theirs } = await eventsOfManyQuery(part, persons).execute(db);
  return theirs.slice(0, part.limit);
}

/** How many the filter finds, but at most `most`. */
export async function countEvents(db: Reader, filter: EventFilter, most: number): Promise<number> {
  const { rows } = await countQuery(filter, most).execute(db);
  return rows[0]?.total ?? 0;
}

const columns = sql`e.id, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text, e.kind,
  e.outcome, e.reason, e.detail, e.account_id, e.email, a.name, e.method, e.way, e.platform, e.client, e.support_code`;

/**
 * One of a few limits, in the text of the statement: a plan that knows how few rows are wanted reads them in the order of
 * an index, and each text is prepared.
 */
export const plannedLimit = (limit: number): RawBuilder<unknown> =>
  sql.raw(String([51, 201, 501].find((most) => most >= limit) ?? limit));

/** How many of the newest events are looked at for a search that finds many persons. */
const walkedEvents = 5000;

/** The parts of the statements of a page. */
function pageOf({ filter, before, limit }: EventPart) {
  const beyond =
    before === undefined ? sql`` : sql`and (e.at, e.id) < (${before.at}::timestamptz, ${before.id}::uuid)`;
  return {
    order: sql`order by e.at desc, e.id desc limit ${plannedLimit(limit)}`,
    conditions: sql`${conditionsOf(filter)} ${beyond}`,
  };
}

/**
 * The statement of `listEvents`, which may have more rows than the part asks for. Where many persons are searched for,
 * it has only those of the newest events.
 */
export function eventsQuery(part: EventPart): RawBuilder<EventRow> {
  const { order, conditions } = pageOf(part);
  const { persons, companyId } = part.filter;
  if (persons === undefined)
    return sql`
      select ${columns} from events e left join accounts a on a.id = e.account_id
      where e.company_id = ${companyId}::uuid ${conditions} ${order}`;
  if (persons.tooMany)
    return sql`
      select ${columns} from (
        select e.* from events e where e.company_id = ${companyId}::uuid ${conditions}
        order by e.at desc, e.id desc limit ${sql.lit(walkedEvents)}
      ) e left join accounts a on a.id = e.account_id
      where (a.id is not null ${personMatches(persons)}) or (${withoutAccount(part.filter, persons)}) ${order}`;
  // The newest of each person, each by the index of the account; then the newest of those.
  return sql`
    select ${columns} from (
      select newest.* from unnest(${persons.ids}::uuid[]) as person (id),
        lateral (
          select e.* from events e
          where e.account_id = person.id and e.company_id = ${companyId}::uuid ${conditions} ${order}
        ) newest
      union all (select e.* from events e where ${withoutAccount(part.filter, persons)} ${conditions} ${order})
    ) e left join accounts a on a.id = e.account_id
    ${order}`;
}

/**
 * The statement of `listEvents` for many persons of whom few have events: the newest of each, at first only by their
 * ids.
 */
export function eventsOfManyQuery(part: EventPart, persons: EventPersons): RawBuilder<EventRow> {
  const { order, conditions } = pageOf(part);
  const { companyId } = part.filter;
  return sql`
    select ${columns} from (
      select newest.id, newest.at from accounts a cross join lateral (
        select e.id, e.at from events e
        where e.account_id = a.id and e.company_id = ${companyId}::uuid ${conditions} ${order}
      ) newest
      where a.company_id = ${companyId}::uuid ${personMatches(persons)}
      union all (
        select e.id, e.at from events e where ${withoutAccount(part.filter, persons)} ${conditions} ${order}
      )
      order by at desc, id desc limit ${plannedLimit(part.limit)}
    ) found
    cross join lateral (select * from events one where one.id = found.id limit 1) e
    left join accounts a on a.id = e.account_id
    ${order}`;
}

/** The statement of `countEvents`. */
export function countQuery(filter: EventFilter, most: number): RawBuilder<{ total: number }> {
  const { persons, companyId } = filter;
  const conditions = conditionsOf(filter);
  const found =
    persons === undefined
      ? sql`select from events e where e.company_id = ${companyId}::uuid ${conditions}`
      : sql`${persons.tooMany ? eventsOfMany(filter, persons, most) : eventsOfPersons(filter, persons)}
          union all select from events e where ${withoutAccount(filter, persons)} ${conditions}`;
  return sql`select count(*)::integer as total from (${found} limit ${most}::integer) found`;
}

const eventsOfPersons = (filter: EventFilter, { ids }: EventPersons): RawBuilder<unknown> => sql`
  select from unnest(${ids}::uuid[]) as person (id)
  join events e on e.account_id = person.id and e.company_id = ${filter.companyId}::uuid ${conditionsOf(filter)}`;

/** Of each at most as many as are counted, so that the persons are read first. */
const eventsOfMany = (filter: EventFilter, persons: EventPersons, most: number): RawBuilder<unknown> => sql`
  select from accounts a cross join lateral (
    select from events e where e.account_id = a.id and e.company_id = ${filter.companyId}::uuid ${conditionsOf(filter)}
    limit ${most}::integer
  ) e
  where a.company_id = ${filter.companyId}::uuid ${personMatches(persons)}`;

/**
 * Kind and outcome are in the text, each from its closed list: an index that leaves the usual rows out is used only if the
 * statement itself says that they are not asked for.
 */
function conditionsOf({ kind, outcome, accountId, supportCode, from, to }: EventFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (kind !== undefined) conditions.push(sql`and e.kind = ${sql.lit(kind)}`);
  if (outcome !== undefined) conditions.push(sql`and e.outcome = ${sql.lit(outcome)}`);
  if (accountId !== undefined) conditions.push(sql`and e.account_id = ${accountId}::uuid`);
  if (supportCode !== undefined) conditions.push(sql`and e.support_code = ${supportCode}::text`);
  if (from !== undefined) conditions.push(sql`and e.at >= ${new Date(from)}::timestamptz`);
  if (to !== undefined) conditions.push(sql`and e.at < ${new Date(to)}::timestamptz`);
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);
}

/** The accounts that a search means, as `findEventPersons` finds them. */
const personMatches = ({ words }: EventPersons): RawBuilder<unknown> =>
  sql.join(
    words.map(
      ({ folded, email }) =>
        sql`and (strpos(a.name_key, ${folded}::text) > 0 or strpos(a.email, ${email}::text) > 0)`,
    ),
    sql` `,
  );

/** Addresses without an account are found by their beginning. The operators are those of the index, not of a language. */
const withoutAccount = ({ companyId }: EventFilter, { typed }: EventPersons): RawBuilder<unknown> => sql`
  e.account_id is null and e.company_id = ${companyId}::uuid
  and e.email ~>=~ ${typed}::text and e.email ~<~ ${`${typed}\u{10FFFF}`}::text`;
