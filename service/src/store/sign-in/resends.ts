/**
 * How often, and when next, a client may have a code sent again to an address that it typed. The answer to a resend comes
 * from here, whether or not the address has an account, so that it tells nothing (requirements §3). The keys are those of
 * `service/src/accounts/unknown-account.ts`.
 */
import { sql } from 'kysely';

import { after, type Statement } from '#store/connection/one-statement.ts';
import type { Reader, Relaxed } from '#store/connection/pools.ts';

export interface ResendHold {
  /** Resends since the last sign-in attempt. */
  readonly resends: number;
  /** Milliseconds since the epoch. */
  readonly resendAt: number;
}

/** The hold of an address, or undefined before its first sign-in attempt. */
export async function findResendHold(db: Reader, address: Buffer): Promise<ResendHold | undefined> {
  const { rows } = await sql<{ resends: number; resend_at: Date }>`
    select resends, resend_at from resend_holds where address = ${address}`.execute(db);
  return rows[0] && { resends: rows[0].resends, resendAt: rows[0].resend_at.getTime() };
}

/** Reserves one resend: true for exactly one of parallel calls. Milliseconds since the epoch. */
export async function reserveResend(
  db: Relaxed,
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

/** From when on another code can be sent, for the challenge that the same statement opened. */
export const openResends = (address: Buffer, resendAt: number): Statement<'challenge'> => sql`
  insert into resend_holds (address, resends, resend_at)
  select ${address}::bytea, 0, ${new Date(resendAt)}::timestamptz where ${after('challenge')}
  on conflict (address) do update set resends = 0, resend_at = excluded.resend_at`;
