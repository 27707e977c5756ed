/** Deletes what has had its time, so that the tables stay as large as the present. */
import { type RawBuilder, sql } from 'kysely';
import { days, hours } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Relaxed } from './connection/pools.ts';
import { deleteKeptMethods } from './dashboard/single-sign-on/kept-methods.ts';
import { presentMonth, ringSize } from './migrations/partition-events.ts';

/** How long a used or expired row stays, to answer late calls and to look into a complaint. */
const keptAfter = days(1);
/** The record that an email was sent, without its content. */
const mailsKept = days(30);
/** A link can still say that it has expired, or was used, when its email is found again weeks later. */
const linksKept = days(30);
/** The result of a test sign-in can be read for so long. */
const samlTestsKept = days(7);
/** Rows in one statement: small enough not to hold up other statements. */
const batch = 1000;
/** A session takes all of its refresh tokens along: more than a thousand, after a month of use. */
const sessionBatch = 10;
/** Companies whose old events are looked for by one statement. */
const companyBatch = 500;

/** Events go with the last ones of their month. */
const monthsRest = days(32);

/** What makes a row of a table old: its time, which has an index, is before `past`. */
interface Aging {
  readonly table: string;
  /** The first column of its primary key; `id` where it is not given. */
  readonly key?: string;
  readonly time: string;
  readonly past: number;
  readonly also?: RawBuilder<boolean>;
  readonly rows?: number;
}

const aging = (now: number): readonly Aging[] => [
  { table: 'idempotency', time: 'expires_at', past: now },
  {
    table: 'throttles',
    key: 'key',
    time: 'window_ends_at',
    past: now - hours(1),
    also: sql<boolean>`blocked_until < ${new Date(now)}`,
  },
  { table: 'throttle_members', key: 'key', time: 'ends_at', past: now },
  { table: 'challenges', time: 'expires_at', past: now - keptAfter },
  // Until then and including it, as `isIdle`.
  { table: 'devices', key: 'account_id', time: 'last_used_at', past: now - limits.knownDeviceIdle + 1 },
  { table: 'families', time: 'expires_at', past: now - keptAfter, rows: sessionBatch },
  { table: 'signups', time: 'expires_at', past: now - keptAfter },
  // Codes of an email-address change go with it, as it outlives them.
  { table: 'links', time: 'expires_at', past: now - linksKept, also: sql<boolean>`change_id is null` },
  { table: 'email_changes', time: 'expires_at', past: now - linksKept },
  { table: 'used_id_tokens', key: 'token', time: 'expires_at', past: now - keptAfter },
  { table: 'saml_requests', time: 'expires_at', past: now - keptAfter },
  { table: 'saml_tests', time: 'expires_at', past: now - samlTestsKept },
  { table: 'used_assertions', key: 'issuer', time: 'expires_at', past: now - keptAfter },
  { table: 'sso_codes', key: 'code', time: 'expires_at', past: now - keptAfter },
  { table: 'saml_logouts', time: 'expires_at', past: now - keptAfter },
  { table: 'invitation_parts', key: 'batch', time: 'expires_at', past: now },
  { table: 'outbox', time: 'created_at', past: now - mailsKept },
];

const walks = (now: number): readonly Walk[] => [
  { table: 'resend_holds', key: 'address', isPast: sql`resend_at < ${new Date(now - keptAfter)}` },
  { table: 'mailbox_proofs', key: 'proof', isPast: sql`expires_at < ${new Date(now)}` },
];

/**
 * Deletes expired rows. Safe on several instances at the same time. Resolves to how many were deleted. A table that
 * cannot be cleaned does not keep the others from it; its error is thrown at the end. `now` in milliseconds.
 */
export async function deleteExpired(db: Relaxed, now: number): Promise<number> {
  const jobs = [
    ...aging(now).map((of) => () => deleteAged(db, of)),
    ...walks(now).map((walk) => () => deleteOnWalk(db, walk)),
    () => deleteInvited(db, now - linkLifetimes.invitationKept),
    () => emptyPartition(db),
    () => deleteEvents(db, now - limits.eventsKept - monthsRest),
    () => deleteKeptMethods(db, now),
  ];
  let deleted = 0;
  const errors: unknown[] = [];
  for (const job of jobs) {
    try {
      deleted += await job();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return deleted;
}

/**
 * Each batch begins at the time at which the one before ended: until a VACUUM, or while a backup runs, the index still
 * has the deleted rows, and each batch would read all of them again.
 */
async function deleteAged(
  db: Relaxed,
  { table, key = 'id', time, past, also, rows: most = batch }: Aging,
): Promise<number> {
  const isPast = sql`${sql.ref(time)} < ${new Date(past)}::timestamptz ${also === undefined ? sql`` : sql`and ${also}`}`;
  let deleted = 0;
  for (let from: string | null = '-infinity'; ;) {
    const result: { rows: { found: number; deleted: number; last: string | null }[] } = await sql<{
      found: number;
      deleted: number;
      last: string | null;
    }>`
      with found as materialized (
        select ${sql.ref(key)} as key, ${sql.ref(time)} as time from ${sql.table(table)}
        where ${sql.ref(time)} >= ${from}::timestamptz and ${isPast}
        order by ${sql.ref(time)} limit ${most}::integer for update skip locked
      ), gone as (
        delete from ${sql.table(table)} where ${sql.ref(key)} = any (array(select key from found)) and ${isPast} returning 1
      )
      select count(*)::integer as found, max(time)::text as last, (select count(*) from gone)::integer as deleted
      from found`.execute(db);
    const [page] = result.rows;
    deleted += page?.deleted ?? 0;
    if (page === undefined || page.found < most) return deleted;
    from = page.last;
  }
}

/**
 * Accounts that were invited and that nobody has confirmed since, with their links, and a company that has no other
 * account. Not one whose email is being sent, or accepted, at this moment.
 */
async function deleteInvited(db: Relaxed, past: number): Promise<number> {
  for (let deleted = 0; ;) {
    const { rows } = await sql<{ id: string; company_id: string }>`
      delete from accounts where id = any (array(
        select id from accounts
        where status = 'unconfirmed' and coalesce(invited_at, created_at) < ${new Date(past)}::timestamptz
        limit ${batch}::integer for update skip locked
      )) returning id, company_id`.execute(db);
    const companies = [...new Set(rows.map((row) => row.company_id))];
    if (companies.length > 0)
      await sql`
        delete from companies c where c.id = any (${companies}::uuid[])
          and not exists (select from accounts a where a.company_id = c.id)`.execute(db);
    deleted += rows.length;
    if (rows.length < batch) return deleted;
  }
}

/** No such table: the log has no partitions. No right to it: as in installations of earlier releases. */
const cannotEmpty = /^42(?:P01|501)$/;

/**
 * Empties the partition of the month in two months, which has the events of thirteen months ago. Where it cannot,
 * `deleteEvents` deletes them later. How many there were is not known.
 */
async function emptyPartition(db: Relaxed): Promise<number> {
  const { rows } = await sql<{ slot: number }>`
    select (${sql.raw(presentMonth)} + 2) % ${sql.lit(ringSize)} as slot`.execute(db);
  const partition = sql.table(`events_${rows[0]?.slot}`);
  try {
    const found = await sql`
      select from ${partition} where company_id >= '00000000-0000-0000-0000-000000000000' limit 1`.execute(
      db,
    );
    if (found.rows.length === 0) return 0;
    await db.transaction().execute(async (transaction) => {
      // Readers of the log wait behind it where a backup keeps the partition: then the next hour empties it.
      await sql`set local lock_timeout = 100`.execute(transaction);
      await sql`truncate ${partition}`.execute(transaction);
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && cannotEmpty.test(String(error.code)))) throw error;
  }
  return 0;
}

/**
 * Old events that are in no partition, or in one that was not emptied in time. Company by company: each has its index by
 * time.
 */
async function deleteEvents(db: Relaxed, past: number): Promise<number> {
  let deleted = 0;
  for (let companies = await companiesAfter(db, null); companies.length > 0;) {
    let count: number;
    do {
      const { numAffectedRows } = await eventsToDelete(companies, past).execute(db);
      count = Number(numAffectedRows ?? 0n);
      deleted += count;
    } while (count === batch);
    companies = companies.length < companyBatch ? [] : await companiesAfter(db, companies.at(-1) ?? null);
  }
  return deleted;
}

/** The statement that deletes a batch of the companies' old events. */
export const eventsToDelete = (companies: readonly string[], past: number): RawBuilder<unknown> => sql`
  delete from events where id = any (array(
    select old.id from unnest(${companies}::uuid[]) as company (id) cross join lateral (
      select e.id from events e where e.company_id = company.id and e.at < ${new Date(past)}::timestamptz
      order by e.at limit ${batch}::integer for update skip locked
    ) old limit ${batch}::integer
  ))`;

/** The next companies that have events, also deleted ones: each is found by one look-up in the index. */
async function companiesAfter(db: Relaxed, id: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive company (id) as (
      (select company_id from events
        where company_id > coalesce(${id}::uuid, '00000000-0000-0000-0000-000000000000') order by company_id limit 1)
      union all
      select (select e.company_id from events e where e.company_id > c.id order by e.company_id limit 1)
      from company c where c.id is not null
    )
    select id from company where id is not null limit ${companyBatch}::integer`.execute(db);
  return rows.map((row) => row.id);
}

/** A table without an index on its time. */
interface Walk {
  readonly table: 'resend_holds' | 'mailbox_proofs';
  /** The column of its primary key, which are bytes. */
  readonly key: string;
  readonly isPast: RawBuilder<unknown>;
}

/**
 * Looks at every row, in the order of the key, a batch in each statement: such a table has the rows of a day, and an index
 * would cost each of its writers more than the walk of an hour.
 */
async function deleteOnWalk(db: Relaxed, walk: Walk): Promise<number> {
  let { deleted, looked, last } = await deleteOnPage(db, walk, sql`''::bytea`);
  while (looked === batch) {
    const page = await deleteOnPage(db, walk, sql`${last}`);
    deleted += page.deleted;
    ({ looked, last } = page);
  }
  return deleted;
}

async function deleteOnPage(
  db: Relaxed,
  { table, key, isPast }: Walk,
  after: RawBuilder<unknown>,
): Promise<{ readonly looked: number; readonly deleted: number; readonly last: unknown }> {
  const name = sql.table(table);
  const column = sql.ref(key);
  const { rows } = await sql<{ looked: number; deleted: number; last: unknown }>`
    with page as materialized (
      select ${column} as key, ${isPast} as past from ${name}
      where ${column} > ${after} order by ${column} limit ${batch}
    ), gone as (
      delete from ${name} where ${column} = any (array(select key from page where past)) and ${isPast} returning 1
    )
    select (select count(*) from page)::integer as looked, (select count(*) from gone)::integer as deleted,
      (select key from page order by key desc limit 1) as last`.execute(db);
  return rows[0] ?? { looked: 0, deleted: 0, last: undefined };
}
