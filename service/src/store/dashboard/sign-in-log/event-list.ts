/**
 * A company's sign-in log, newest first: filters, pages, and a count that ends early. Each filter has its index
 * (docs/decisions/sign-in-log.md).
 */
import { type RawBuilder, sql } from 'kysely';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { EventOutcome } from '@app/contract/dashboard/sign-in-log.ts';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

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
  readonly platform: Platform;
  readonly client: string;
  readonly support_code: string | null;
}

export async function listEvents(db: Reader, part: EventPart): Promise<readonly EventRow[]> {
  const { rows } = await eventsQuery(part).execute(db);
  return rows.slice(0, part.limit);
}

/** How many the filter finds, but at most `most`. */
export async function countEvents(db: Reader, filter: EventFilter, most: number): Promise<number> {
  const { rows } = await countQuery(filter, most).execute(db);
  return rows[0]?.total ?? 0;
}

const columns = sql`e.id, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text, e.kind,
  e.outcome, e.reason, e.detail, e.account_id, e.email, a.name, e.method, e.platform, e.client, e.support_code`;

/**
 * One of a few limits, in the text of the statement: a plan that knows how few rows are wanted reads them in the order of
 * an index, and each text is prepared.
 */
export const plannedLimit = (limit: number): RawBuilder<unknown> =>
  sql.raw(String([51, 201, 501].find((most) => most >= limit) ?? limit));

/** The statement of `listEvents`, which may have more rows than the part asks for. */
export function eventsQuery({ filter, before, limit }: EventPart): RawBuilder<EventRow> {
  const beyond =
    before === undefined ? sql`` : sql`and (e.at, e.id) < (${before.at}::timestamptz, ${before.id}::uuid)`;
  const order = sql`order by e.at desc, e.id desc limit ${plannedLimit(limit)}`;
  const conditions = sql`${conditionsOf(filter)} ${beyond}`;
  const { persons, companyId } = filter;
  if (persons === undefined || persons.tooMany)
    return sql`
      select ${columns} from events e left join accounts a on a.id = e.account_id
      where e.company_id = ${companyId}::uuid ${conditions} ${matches(persons)} ${order}`;
  // The newest of each person, each by the index of the account; then the newest of those.
  return sql`
    select ${columns} from (
      select newest.* from unnest(${persons.ids}::uuid[]) as person (id),
        lateral (
          select e.* from events e
          where e.account_id = person.id and e.company_id = ${companyId}::uuid ${conditions} ${order}
        ) newest
      union all (select e.* from events e where ${withoutAccount(filter, persons)} ${conditions} ${order})
    ) e left join accounts a on a.id = e.account_id
    ${order}`;
}

/** The statement of `countEvents`. */
export function countQuery(filter: EventFilter, most: number): RawBuilder<{ total: number }> {
  const { persons, companyId } = filter;
  const conditions = conditionsOf(filter);
  const joined = persons?.tooMany === true ? sql`left join accounts a on a.id = e.account_id` : sql``;
  const found =
    persons === undefined || persons.tooMany
      ? sql`select from events e ${joined}
          where e.company_id = ${companyId}::uuid ${conditions} ${matches(persons)}`
      : sql`select from unnest(${persons.ids}::uuid[]) as person (id)
            join events e on e.account_id = person.id and e.company_id = ${companyId}::uuid ${conditions}
          union all select from events e where ${withoutAccount(filter, persons)} ${conditions}`;
  return sql`select count(*)::integer as total from (${found} limit ${most}::integer) found`;
}

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

/** Where so many persons match that the newest rows soon have a page of theirs. */
const matches = (persons: EventPersons | undefined): RawBuilder<unknown> =>
  persons === undefined
    ? sql``
    : sql.join(
        persons.words.map(
          ({ folded, email }) =>
            sql`and (strpos(a.name_key, ${folded}::text) > 0 or strpos(e.email, ${email}::text) > 0)`,
        ),
        sql` `,
      );

/** Addresses without an account are found by their beginning. The operators are those of the index, not of a language. */
const withoutAccount = ({ companyId }: EventFilter, { typed }: EventPersons): RawBuilder<unknown> => sql`
  e.account_id is null and e.company_id = ${companyId}::uuid
  and e.email ~>=~ ${typed}::text and e.email ~<~ ${`${typed}\u{10FFFF}`}::text`;
