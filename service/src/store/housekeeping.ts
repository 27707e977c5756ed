/** Deletes what has had its time, so that the tables stay as large as the present. */
import { type RawBuilder, sql } from 'kysely';
import { days, hours } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';

import type { Durable } from './connection/pools.ts';
import { isIdle } from './sign-in/devices.ts';

/** How long a used or expired row stays, to answer late calls and to look into a complaint. */
const keptAfter = days(1);
/** The record that a mail went out, without what it said. */
const mailsKept = days(30);
/** A link can still say that it has expired, or was used, when its mail is found again weeks later. */
const linksKept = days(30);
/** Rows in one statement: small enough not to hold up other statements. */
const batch = 1000;

/** Deletes expired rows. Safe on several instances at once. Resolves to how many went. `now` in milliseconds. */
export async function deleteExpired(db: Durable, now: number): Promise<number> {
  const past = new Date(now - keptAfter);
  const conditions = [
    ['idempotency', sql`expires_at < ${new Date(now)}`],
    ['throttles', sql`window_ends_at < ${new Date(now - hours(1))} and blocked_until < ${new Date(now)}`],
    ['throttle_members', sql`ends_at < ${new Date(now)}`],
    ['challenges', sql`expires_at < ${past}`],
    ['devices', isIdle(sql`last_used_at`, now)],
    ['families', sql`expires_at < ${past}`],
    ['signups', sql`expires_at < ${past}`],
    // Codes of an email-address change go with it, as it outlives them.
    ['links', sql`expires_at < ${new Date(now - linksKept)} and change_id is null`],
    ['email_changes', sql`expires_at < ${new Date(now - linksKept)}`],
    ['used_id_tokens', sql`expires_at < ${past}`],
    ['saml_requests', sql`expires_at < ${past}`],
    ['saml_tests', sql`expires_at < ${new Date(now - limits.samlTestKept)}`],
    ['used_assertions', sql`expires_at < ${past}`],
    ['sso_codes', sql`expires_at < ${past}`],
    ['saml_logouts', sql`expires_at < ${past}`],
    ['invitation_parts', sql`expires_at < ${new Date(now)}`],
    ['events', sql`at < ${new Date(now - limits.eventsKept)}`],
    ['outbox', sql`created_at < ${new Date(now - mailsKept)}`],
  ] as const;
  const noBytes = sql`''::bytea`;
  const walks: readonly Walk[] = [
    { table: 'resend_holds', key: 'address', from: noBytes, isPast: sql`resend_at < ${past}` },
    { table: 'mailbox_proofs', key: 'proof', from: noBytes, isPast: sql`expires_at < ${new Date(now)}` },
    {
      table: 'saml_sessions',
      key: 'family_id',
      from: sql`'00000000-0000-0000-0000-000000000000'::uuid`,
      // Whoever has been signed out for a day does not come back to sign out at the provider.
      isPast: sql`exists (select from families f where f.id = family_id and f.revoked_at < ${past})`,
    },
  ];
  let deleted = 0;
  for (const [table, isPast] of conditions) {
    let rows: number;
    do {
      const result = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${isPast} limit ${batch} for update skip locked
        ))`.execute(db);
      rows = Number(result.numAffectedRows ?? 0n);
      deleted += rows;
    } while (rows === batch);
  }
  for (const walk of walks) deleted += await deleteOnWalk(db, walk);
  return deleted;
}

/** A table without an index on its time. */
interface Walk {
  readonly table: 'resend_holds' | 'mailbox_proofs' | 'saml_sessions';
  /** The column of its primary key, and a value before the first. */
  readonly key: string;
  readonly from: RawBuilder<unknown>;
  readonly isPast: RawBuilder<unknown>;
}

/**
 * Looks at every row, in the order of the key, a batch in each statement: such a table has the rows of a day or of the
 * open sessions, and an index would cost each of its writers more than the walk of an hour.
 */
async function deleteOnWalk(db: Durable, walk: Walk): Promise<number> {
  let { deleted, looked, last } = await deleteOnPage(db, walk, walk.from);
  while (looked === batch) {
    const page = await deleteOnPage(db, walk, sql`${last}`);
    deleted += page.deleted;
    ({ looked, last } = page);
  }
  return deleted;
}

async function deleteOnPage(
  db: Durable,
  { table, key, isPast }: Walk,
  after: RawBuilder<unknown>,
): Promise<{ readonly looked: number; readonly deleted: number; readonly last: unknown }> {
  const name = sql.table(table);
  const column = sql.ref(key);
  const { rows } = await sql<{ looked: number; deleted: number; last: unknown }>`
    with page as materialized (
      select ${column} as key, ctid as place, ${isPast} as past from ${name}
      where ${column} > ${after} order by ${column} limit ${batch}
    ), gone as (
      delete from ${name} where ctid = any (array(select place from page where past)) and ${isPast} returning 1
    )
    select (select count(*) from page)::integer as looked, (select count(*) from gone)::integer as deleted,
      (select key from page order by key desc limit 1) as last`.execute(db);
  return rows[0] ?? { looked: 0, deleted: 0, last: undefined };
}
