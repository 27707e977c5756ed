/**
 * What the answer to a resend is computed from: the address that was typed, whether or not it has an account or a
 * challenge, so that the answer tells nothing (requirements §3). Addresses are kept as SHA-256.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { Part } from '#store/connection/at-once.ts';
import type { Database } from '#store/connection/database.ts';

export interface ResendHold {
  /** Resends since the last sign-in attempt. */
  readonly resends: number;
  /** Milliseconds since the epoch. */
  readonly resendAt: number;
}

/** A sign-in attempt begins: the next resend waits, and the count of resends begins again. */
export const holdingResend = (address: Buffer, resendAt: number, onlyIf: RawBuilder<boolean>): Part => sql`
  insert into resend_holds as h (address, resends, resend_at)
  select ${address}::bytea, 0, ${new Date(resendAt)}::timestamptz where ${onlyIf}
  on conflict (address) do update set resends = 0, resend_at = excluded.resend_at`;

/** The hold of an address, or undefined if nobody has tried to sign in with it. */
export async function findHold(db: Kysely<Database>, address: Buffer): Promise<ResendHold | undefined> {
  const row = await db
    .selectFrom('resend_holds')
    .select(['resends', 'resend_at'])
    .where('address', '=', address)
    .executeTakeFirst();
  return row && { resends: row.resends, resendAt: row.resend_at.getTime() };
}

/** Takes one resend: true for exactly one of those that ask at the same time. Milliseconds since the epoch. */
export async function takeResend(
  db: Kysely<Database>,
  address: Buffer,
  { now, next, most }: { now: number; next: number; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into resend_holds as h (address, resends, resend_at) values (${address}, 1, ${new Date(next)})
    on conflict (address) do update set resends = h.resends + 1, resend_at = excluded.resend_at
    where h.resend_at <= ${new Date(now)} and h.resends < ${most}
    returning 1`.execute(db);
  return rows.length === 1;
}
