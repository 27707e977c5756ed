/** The tokens of a session that is being used: each is exchanged for its successor once (threats B1, B2). */
import { sql } from 'kysely';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import { accountColumns, type Account, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import { after, rowOfOneStatement, rowsOf, type Statement } from '#store/connection/one-statement.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';
import { type SealedAnswer, updateAnswer } from '#store/idempotency.ts';
import {
  type Counter,
  counting,
  fullCounter,
  type FullCounter,
  type FullCounterRow,
} from '#store/sign-in/throttles.ts';

export interface RefreshToken {
  readonly familyId: string;
  readonly eventId: string;
  readonly account: Account;
  /** How the session was signed in; no longer good if the account's method is another now. */
  readonly strategy: Strategy;
  readonly expiresAt: number;
  readonly familyExpiresAt: number;
  readonly familyRevoked: boolean;
  /** Undefined: not used yet. */
  readonly used:
    | {
        readonly at: number;
        readonly successor: Buffer;
        readonly successorUsed: boolean;
        readonly successorExpiresAt: number;
      }
    | undefined;
}

type RefreshTokenRow = AccountRow & {
  family_id: string;
  event_id: string;
  strategy: Strategy;
  expires_at: Date;
  family_expires_at: Date;
  revoked: boolean;
  used_at: Date | null;
  successor: Buffer | null;
  successor_used: boolean | null;
  successor_expires_at: Date | null;
};

/** What is known of a refresh token, by its SHA-256. */
export async function findRefreshToken(db: Reader, hash: Buffer): Promise<RefreshToken | undefined> {
  const { rows } = await sql<RefreshTokenRow>`
    select ${accountColumns}, f.id as family_id, f.event_id, f.strategy, t.expires_at,
      f.expires_at as family_expires_at, f.revoked_at is not null as revoked,
      t.used_at, t.successor, s.used_at is not null as successor_used, s.expires_at as successor_expires_at
    from refresh_tokens t
    join families f on f.id = t.family_id
    join accounts a on a.id = f.account_id
    left join refresh_tokens s on s.hash = t.successor_hash
    where t.hash = ${hash}`.execute(db);
  return rows[0] && toRefreshToken(rows[0]);
}

function toRefreshToken(row: RefreshTokenRow): RefreshToken {
  const { used_at: usedAt, successor, successor_expires_at: successorExpiresAt } = row;
  return {
    familyId: row.family_id,
    eventId: row.event_id,
    account: toAccount(row),
    strategy: row.strategy,
    expiresAt: row.expires_at.getTime(),
    familyExpiresAt: row.family_expires_at.getTime(),
    familyRevoked: row.revoked,
    used:
      usedAt === null || successor === null || successorExpiresAt === null
        ? undefined
        : {
            at: usedAt.getTime(),
            successor,
            successorUsed: row.successor_used ?? false,
            successorExpiresAt: successorExpiresAt.getTime(),
          },
  };
}

export interface Rotation {
  /** SHA-256 of the token that is used. */
  readonly hash: Buffer;
  /** SHA-256 of its successor, the successor sealed for the holder of the token, and its end. */
  readonly next: Buffer;
  readonly sealedNext: Buffer;
  readonly nextExpiresAt: number;
  /** Of the session; it counts uses. */
  readonly counter: Counter;
  /** With an Idempotency-Key. */
  readonly answer: SealedAnswer | undefined;
  readonly userAgent: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type Rotated =
  | { readonly outcome: 'rotated' }
  /** Another call used the token first, or the session has ended. */
  | { readonly outcome: 'lost' }
  /** The limit is full; nothing was changed. */
  | { readonly outcome: 'full'; readonly full: FullCounter };

/**
 * Exchanges a refresh token for its successor: the count of the limit, both tokens, the session's last use and the answer
 * for a repeat are one statement, all or none. Of parallel calls with one token, one waits for the other at the token's
 * row, and then neither counts nor changes anything (threat A7).
 */
export async function rotateRefreshToken(db: Durable, rotation: Rotation): Promise<Rotated> {
  const { hash, next, nextExpiresAt, counter, answer, now } = rotation;
  const unused: Statement = sql`
    select family_id from refresh_tokens where hash = ${hash} and used_at is null for update`;
  const row = await rowOfOneStatement<FullCounterRow & { rotated: boolean }>(
    db,
    {
      unused,
      full: sql`select counted.* from ${rowsOf('unused')}, ${counting([counter], now)} counted`,
      used: consumeRefreshToken(rotation),
      successor: sql`
        insert into refresh_tokens (hash, family_id, expires_at)
        select ${next}::bytea, family_id, ${new Date(nextExpiresAt)}::timestamptz from ${rowsOf('used')}`,
      lastUse: updateLastUse(rotation),
      answer: answer && updateAnswer(answer, after('used')),
    },
    sql`select ${after('used')} as rotated, f.full_key, f.until from (select) one left join ${rowsOf('full')} f on true`,
  );
  const full = fullCounter(row, [counter]);
  if (full !== undefined) return { outcome: 'full', full };
  return { outcome: row.rotated ? 'rotated' : 'lost' };
}

/** Returns a row for exactly one of parallel calls, only while its session lives, and only if its use was counted. */
const consumeRefreshToken = ({ hash, next, sealedNext, now }: Rotation): Statement<'unused' | 'full'> => sql`
  update refresh_tokens t set used_at = ${new Date(now)}, successor = ${sealedNext}, successor_hash = ${next}
  from families f
  where t.hash = ${hash} and t.used_at is null and f.id = t.family_id and f.revoked_at is null and ${after('unused')}
    and not ${after('full')}
  returning t.family_id`;

/** Updates when and by what the session was used last. */
const updateLastUse = ({ userAgent, now }: Rotation): Statement<'used'> => sql`
  update families f set last_used_at = ${new Date(now)}, user_agent = coalesce(${userAgent ?? null}::text, f.user_agent)
  from ${rowsOf('used')} u where f.id = u.family_id`;
