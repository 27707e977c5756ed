/** Answers kept for repeats of a call (requirements §4 "Exactly once"). */
import { type Kysely, sql } from 'kysely';

import type { Part } from './connection/at-once.ts';
import type { Database } from './connection/database.ts';

export type Claim =
  /** The call is the first with its key: run it. */
  | { readonly state: 'mine' }
  /** The first is under way. */
  | { readonly state: 'running' }
  /** The first had another body. */
  | { readonly state: 'other' }
  | { readonly state: 'answered'; readonly answer: Buffer };

/** An answer to keep, sealed. */
export interface KeptAnswer {
  /** SHA-256 of endpoint and key. */
  readonly id: Buffer;
  readonly answer: Buffer;
}

/** Claims a key, or says what became of its first call. A claim whose time ran out (its process died) is free. */
export async function claimKey(
  db: Kysely<Database>,
  key: { id: Buffer; fingerprint: Buffer; now: number; claimedUntil: number; expiresAt: number },
): Promise<Claim> {
  const now = new Date(key.now);
  const { rows } = await sql<{ mine: boolean; fingerprint: Buffer | null; answer: Buffer | null }>`
    with claimed as (
      insert into idempotency as i (id, fingerprint, claimed_until, expires_at)
      values (${key.id}, ${key.fingerprint}, ${new Date(key.claimedUntil)}, ${new Date(key.expiresAt)})
      on conflict (id) do update set
        fingerprint = excluded.fingerprint, claimed_until = excluded.claimed_until,
        expires_at = excluded.expires_at, answer = null
      where i.expires_at <= ${now} or
        (i.answer is null and i.claimed_until <= ${now} and i.fingerprint = excluded.fingerprint)
      returning id
    )
    select true as mine, null as fingerprint, null as answer from claimed
    union all
    select false, fingerprint, answer from idempotency
    where id = ${key.id} and not exists (select from claimed)`.execute(db);
  const row = rows[0];
  // No row: the first came in this very moment and is not visible yet.
  if (row === undefined) return { state: 'running' };
  if (row.mine) return { state: 'mine' };
  if (row.fingerprint === null || !row.fingerprint.equals(key.fingerprint)) return { state: 'other' };
  return row.answer === null ? { state: 'running' } : { state: 'answered', answer: row.answer };
}

/** Keeps the answer, as a statement to go with what the call changed. `onlyIf` is a condition on that. */
export const keepingAnswer = (kept: KeptAnswer, onlyIf = sql<boolean>`true`): Part =>
  sql`update idempotency set answer = ${kept.answer} where id = ${kept.id} and ${onlyIf}`;

/** Keeps the answer of a call that changed nothing, or whose change needs no guard. */
export async function keepAnswer(db: Kysely<Database>, kept: KeptAnswer): Promise<void> {
  await keepingAnswer(kept).execute(db);
}

/** Frees a key whose call came to no final answer, so that a repeat is a new try. */
export async function freeKey(db: Kysely<Database>, id: Buffer): Promise<void> {
  await db.deleteFrom('idempotency').where('id', '=', id).where('answer', 'is', null).execute();
}
