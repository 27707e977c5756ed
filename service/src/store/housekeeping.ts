/** Deletes what has had its time, so that the tables stay as large as the present. */
import { sql } from 'kysely';
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
    ['resend_holds', sql`resend_at < ${past}`],
    ['challenges', sql`expires_at < ${past}`],
    ['devices', isIdle(sql`last_used_at`, now)],
    ['mailbox_proofs', sql`expires_at < ${new Date(now)}`],
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
    // Whoever has been signed out for a day does not come back to sign out at the provider.
    ['saml_sessions', sql`exists (select from families f where f.id = family_id and f.revoked_at < ${past})`],
    ['invitation_parts', sql`expires_at < ${new Date(now)}`],
    ['events', sql`at < ${new Date(now - limits.eventsKept)}`],
    ['outbox', sql`created_at < ${new Date(now - mailsKept)}`],
  ] as const;
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
  return deleted;
}
