/** A company's accounts, page by page: each order has its index, and a page begins where the one before ended. */
import { type RawBuilder, sql } from 'kysely';
import type { Input } from '@app/contract/calls/endpoints.ts';
import type { User, UserDetails } from '@app/contract/dashboard/users.ts';

import { hasFactor, isSecondStepAsked } from '#store/accounts/factors.ts';
import type { Reader } from '#store/connection/pools.ts';

import { toUser, userColumns, type UserRow } from './user-row.ts';

type Query = Input<'listUsers'>['query'];
export type UserFilter = Pick<Query, 'search' | 'method' | 'status' | 'secondStep' | 'role'>;

/** The orders of the rows; those who never signed in have a separate one, before or after the others. */
export type RowOrder = Exclude<Query['sort'], 'lastSignInAt'> | 'signedIn' | 'neverSignedIn';

export interface UserPart {
  readonly companyId: string;
  readonly filter: UserFilter;
  readonly by: RowOrder;
  readonly descending: boolean;
  /** The keys of the row before the first; undefined: from the start. */
  readonly after: readonly string[] | undefined;
  readonly limit: number;
}

/** The keys that make each order: the index of the order has them after the company. */
const keysOf: Record<RowOrder, readonly (readonly [column: string, type: string])[]> = {
  name: [
    ['a.name_key', 'text'],
    ['a.id', 'uuid'],
  ],
  email: [
    ['a.email', 'text'],
    ['a.id', 'uuid'],
  ],
  method: [
    ['a.method', 'text'],
    ['a.name_key', 'text'],
    ['a.id', 'uuid'],
  ],
  status: [
    ['a.status', 'text'],
    ['a.name_key', 'text'],
    ['a.id', 'uuid'],
  ],
  signedIn: [
    ['l.at', 'timestamptz'],
    ['l.account_id', 'uuid'],
  ],
  neverSignedIn: [
    ['a.name_key', 'text'],
    ['a.id', 'uuid'],
  ],
};

/** A time is in UTC, whatever the connection's time zone is. */
const asText = ([column, type]: readonly [string, string]): RawBuilder<unknown> =>
  type === 'timestamptz'
    ? sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${sql.raw(column)}::text`;

/** How many keys a row has in an order. */
export const keyCount = (by: RowOrder): number => keysOf[by].length;

export interface ListedUser {
  readonly user: User;
  /** Where the row is in the order. */
  readonly keys: readonly string[];
}

/** The next rows of one order, and how many there are in all where that is known with them. */
export async function listUsers(
  db: Reader,
  part: UserPart,
): Promise<{ readonly users: ListedUser[]; readonly total: number | undefined }> {
  if (!countsItself(part)) {
    const { rows } = await usersQuery(part).execute(db);
    return { users: rows.map(toListed), total: undefined };
  }
  const { rows } = await countingQuery(part).execute(db);
  return {
    users: rows.filter((row): row is FoundRow & { total: number } => row.id !== null).map(toListed),
    total: rows[0]?.total ?? 0,
  };
}

type FoundRow = UserRow & { keys: string[] };

const toListed = (row: FoundRow): ListedUser => ({ user: toUser(row), keys: row.keys });

/**
 * Whether `listUsers` counts: a search looks at each account of the company, which it does once, and so does a filter of
 * rows in the order of their sign-ins, which no index has with what is filtered.
 */
export const countsItself = ({ filter, by }: Pick<UserPart, 'filter' | 'by'>): boolean =>
  wordsOf(filter.search).length > 0 ||
  (isBySignIn(by) && [filter.method, filter.status, filter.secondStep, filter.role].some(Boolean));

const isBySignIn = (by: RowOrder): boolean => by === 'signedIn' || by === 'neverSignedIn';

/** The parts of the statements of one order. */
function orderOf({ by, descending, after }: UserPart) {
  const keys = keysOf[by];
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return {
    keys: sql`array[${sql.join(keys.map(asText))}] as keys`,
    beyond:
      after === undefined
        ? sql``
        : sql`and (${sql.join(keys.map(([column]) => sql.raw(column)))}) ${sql.raw(descending ? '<' : '>')} (${sql.join(
            keys.map(([, type], at) => sql`${after[at]}::${sql.raw(type)}`),
          )})`,
    order: sql`order by ${sql.join(keys.map(([column]) => sql`${sql.raw(column)} ${direction}`))}`,
  };
}

/** The statement that counts: the rows that the filter finds are looked for once, for their number and for the page. */
export function countingQuery(
  part: UserPart,
): RawBuilder<{ [Column in keyof FoundRow]: FoundRow[Column] | null } & { total: number }> {
  const { companyId, filter, by, limit } = part;
  const { keys, beyond, order } = orderOf(part);
  // As a separate set it is joined by a hash join: looking the sign-ins up one by one would take longer than the rest.
  const signed = sql`, signed as materialized (
      select account_id, at from last_sign_ins where company_id = ${companyId}::uuid)`;
  const joined = sql`left join signed l on l.account_id = a.id
        where (l.account_id is null) = ${by === 'neverSignedIn'}::boolean`;
  return sql`
    with found as materialized (
      select a.id, a.name_key, a.email, a.method, a.status
      from accounts a where a.company_id = ${companyId}::uuid ${conditionsOf(filter)}
    ) ${isBySignIn(by) ? signed : sql``}
    select counted.total, page.* from (select count(*)::integer as total from found) counted
    left join lateral (
      select ${userColumns}, ${keys}
      from (
        select a.id from found a ${isBySignIn(by) ? joined : sql`where true`} ${beyond} ${order} limit ${limit}
      ) f
      cross join lateral (select * from accounts one where one.id = f.id limit 1) a
      left join last_sign_ins l on l.account_id = a.id
      ${order}
    ) page on true`;
}

/**
 * The statement that reads an index in its order, and no further than the page. Its texts are few, as each is prepared
 * (`prepared-pool.ts`).
 */
export function usersQuery(part: UserPart): RawBuilder<FoundRow> {
  const { companyId, filter, by, limit } = part;
  const { keys, beyond, order } = orderOf(part);
  // The account of each sign-in by its key, in the order of the sign-ins: any other join would look at every account.
  const rows =
    by === 'signedIn'
      ? sql`last_sign_ins l cross join lateral (select * from accounts one where one.id = l.account_id limit 1) a
        where l.company_id = ${companyId}::uuid`
      : sql`accounts a left join last_sign_ins l on l.account_id = a.id where a.company_id = ${companyId}::uuid`;
  return sql`
    select ${userColumns}, ${keys}
    from ${rows} ${conditionsOf(filter)}
      ${by === 'neverSignedIn' ? sql`and l.account_id is null` : sql``} ${beyond}
    ${order}
    limit ${limit}`;
}

/** How many accounts the filter finds. */
export async function countUsers(db: Reader, companyId: string, filter: UserFilter): Promise<number> {
  const { rows } = await countQuery(companyId, filter).execute(db);
  return rows[0]?.total ?? 0;
}

export const countQuery = (companyId: string, filter: UserFilter): RawBuilder<{ total: number }> => sql`
  select count(*)::integer as total from accounts a
  where a.company_id = ${companyId}::uuid ${conditionsOf(filter)}`;

/** One account, with the address that it waits for, or undefined for an unknown one and for another company's. */
export async function findUser(
  db: Reader,
  companyId: string,
  id: string,
  now: number,
): Promise<UserDetails | undefined> {
  const { rows } = await sql<
    UserRow & {
      has_factor: boolean;
      is_asked: boolean;
      made_at: Date;
      new_email: string | null;
      asked_at: Date | null;
      expires_at: Date | null;
    }
  >`
    select ${userColumns}, a.created_at as made_at, ch.new_email, ch.created_at as asked_at, ch.expires_at,
      ${hasFactor(sql.ref('a.id'))} as has_factor, ${isSecondStepAsked} as is_asked
    from accounts a left join last_sign_ins l on l.account_id = a.id
    left join email_changes ch on ch.account_id = a.id and ch.done_at is null and ch.cancelled_at is null
      and ch.expires_at > ${new Date(now)}
    where a.id = ${id}::uuid and a.company_id = ${companyId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { new_email: email, asked_at: askedAt, expires_at: expiresAt } = row;
  const user = {
    ...toUser(row),
    createdAt: row.made_at.getTime(),
    ...(row.has_factor && { hasFactor: true as const }),
    ...(row.is_asked && { secondStepAsked: true as const }),
  };
  if (email === null || askedAt === null || expiresAt === null) return user;
  return {
    ...user,
    emailChange: { email, askedAt: askedAt.getTime(), expiresAt: expiresAt.getTime() },
  };
}

function conditionsOf({ search, method, status, secondStep, role }: UserFilter): RawBuilder<unknown> {
  const conditions = wordsOf(search).map((word) => {
    // In a separate subquery, so that it is folded once and not for each row.
    const folded = sql`(select folded(${word}::text))`;
    return sql`and (strpos(a.name_key, ${folded}) > 0 or strpos(a.email, ${word.toLowerCase()}::text) > 0)`;
  });
  if (method !== undefined) conditions.push(sql`and a.method = ${method}::text`);
  if (status !== undefined) conditions.push(sql`and a.status = ${status}::text`);
  if (secondStep !== undefined)
    conditions.push(sql`and coalesce(a.second_step, 'company') = ${secondStep}::text`);
  if (role !== undefined) conditions.push(sql`and (a.roles ? 'Admin') = ${role === 'Admin'}::boolean`);
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);
}

/** The words of a search, each of which a row contains. The rest of a longer one counts as one word. */
function wordsOf(search: string): string[] {
  const words = search.split(/\s+/).filter(Boolean);
  return words.length <= wordsMax
    ? words
    : [...words.slice(0, wordsMax - 1), words.slice(wordsMax - 1).join(' ')];
}

const wordsMax = 3;
