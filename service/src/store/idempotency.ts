/**
 * The claims and answers of Idempotency-Keys: a repeat of a call gets its first answer (requirements §4 "Exactly
 * once").
 */
import { sql } from 'kysely';

import { always, type Condition, type Statement } from './connection/one-statement.ts';
import type { Relaxed } from './connection/pools.ts';

export type Claim =
  /** The call is the first with its key: run it. */
  | { readonly state: 'mine' }
  /** The first is under way, until its claim ends or is renewed. Milliseconds; undefined: not known yet. */
  | { readonly state: 'running'; readonly until: number | undefined }
  /** The first had another body. */
  | { readonly state: 'other' }
  | {
      readonly state: 'answered';
      readonly answer: Buffer;
      /** Which of the fingerprints it has. */ readonly print: number;
    };

/** A claim that is to be made. */
export interface NewClaim {
  /** SHA-256 of endpoint and key. */
  readonly id: Buffer;
  /** HMACs of the call's body by each secret, the one in use first: that of the first call may be by an older one. */
  readonly prints: readonly Buffer[];
  /** Milliseconds since the epoch, like the two below. */
  readonly now: number;
  readonly claimedUntil: number;
  readonly expiresAt: number;
}

/** An answer, sealed for the holder of the Idempotency-Key. */
export interface SealedAnswer {
  /** SHA-256 of endpoint and key. */
  readonly id: Buffer;
  readonly answer: Buffer;
}

/**
 * Claims a key that is missing, or whose claim ran out (its process died), or whose answer did. Otherwise finds what became
 * of its first call. A call with another body ends the key, in the statement that finds it out and under the lock of the
 * row: nobody who knows a key can find the body of its first call by guessing, also in parallel (threat A1).
 */
export async function claimKey(
  db: Relaxed,
  { id, prints, now, claimedUntil, expiresAt }: NewClaim,
): Promise<Claim> {
  const { rows } = await sql<{
    mine: boolean;
    fingerprint: Buffer | null;
    answer: Buffer | null;
    claimed_until: Date | null;
  }>`
    with claimed as (
      insert into idempotency as i (id, fingerprint, claimed_until, expires_at)
      values (${id}, ${prints[0]}, ${new Date(claimedUntil)}, ${new Date(expiresAt)})
      on conflict (id) do update set
        fingerprint = excluded.fingerprint, claimed_until = excluded.claimed_until,
        expires_at = excluded.expires_at, answer = null
      where i.expires_at <= ${new Date(now)} or
        (i.answer is null and i.claimed_until <= ${new Date(now)} and i.fingerprint = excluded.fingerprint)
      returning id
    ), found as (
      select fingerprint, answer, claimed_until from idempotency
      where id = ${id} and not exists (select from claimed) for update
    ), ended as (
      update idempotency i set fingerprint = ''::bytea from found f
      where i.id = ${id} and f.fingerprint <> all (${prints}::bytea[])
    )
    select true as mine, null::bytea as fingerprint, null::bytea as answer, null::timestamptz as claimed_until from claimed
    union all
    select false, fingerprint, answer, claimed_until from found`.execute(db);
  const row = rows[0];
  // No row: the first came in this very moment and is not visible yet.
  if (row === undefined) return { state: 'running', until: undefined };
  if (row.mine) return { state: 'mine' };
  const print = prints.findIndex((of) => row.fingerprint?.equals(of));
  if (print < 0) return { state: 'other' };
  return row.answer === null
    ? { state: 'running', until: row.claimed_until?.getTime() }
    : { state: 'answered', answer: row.answer, print };
}

/** The call continues: its key stays claimed until `until`. */
export async function renewClaim(db: Relaxed, id: Buffer, until: number): Promise<void> {
  await sql`update idempotency set claimed_until = ${new Date(until)} where id = ${id} and answer is null`.execute(
    db,
  );
}

/** Stores the answer for a repeat, in the statement of what the call changed (threat E4). */
export const updateAnswer = <Needs extends string = never>(
  { id, answer }: SealedAnswer,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> => sql`update idempotency set answer = ${answer} where id = ${id} and ${onlyIf}`;

/** Releases the key of a call that came to no final answer, so that a repeat is a new try. */
export async function releaseKey(db: Relaxed, id: Buffer): Promise<void> {
  await sql`delete from idempotency where id = ${id} and answer is null`.execute(db);
}
