/** Sessions: families of refresh tokens, each token good for one use (threats B1, B2). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { limits } from '@app/contract/fields/limits.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import {
  accountColumns,
  type Account,
  type AccountRow,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import { allOrNothing, firstDid, type Part } from '#store/connection/at-once.ts';
import type { Database } from '#store/connection/database.ts';
import { type KeptAnswer, keepingAnswer } from '#store/idempotency.ts';

export interface NewSession {
  readonly familyId: string;
  readonly accountId: string;
  readonly strategy: Strategy;
  /** Names the sign-in in ID tokens and logs. */
  readonly eventId: string;
  readonly client: string;
  /** The challenge that it finished, which can make no second one. */
  readonly challengeId: string | null;
  /** The account's as the password was compared; undefined with a challenge, which ends with a change by itself. */
  readonly credentialVersion: number | undefined;
  /** Whether a part of another kind goes before these, which looks at the account too. */
  readonly behindFirst: boolean;
  /** SHA-256 of the first refresh token. */
  readonly token: Buffer;
  /** Milliseconds since the epoch, like `expiresAt`, the end of the first token. */
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * Opens a session with its first refresh token: two parts of one statement. What goes with them names `firstDid`.
 * Without a challenge, no session is opened if the account is not as it was when the password was compared. Behind a
 * first part of another kind, none is opened unless that part did something.
 */
export const openingSession = (session: NewSession): Part[] => [
  sql`insert into families (id, account_id, strategy, event_id, client, challenge_id, created_at, expires_at)
    select ${session.familyId}::uuid, a.id, ${session.strategy}::text, ${session.eventId}::uuid,
      ${session.client}::text, ${session.challengeId}::uuid, ${new Date(session.now)}::timestamptz,
      ${new Date(session.now + limits.refreshAbsolute)}::timestamptz
    from accounts a where ${conditionOf(session)}
    returning id`,
  sql`insert into refresh_tokens (hash, family_id, expires_at)
    select ${session.token}::bytea, ${session.familyId}::uuid, ${new Date(session.expiresAt)}::timestamptz
    where ${firstDid}`,
];

function conditionOf({ accountId, credentialVersion, behindFirst }: NewSession): RawBuilder<boolean> {
  if (credentialVersion !== undefined) return unchanged({ accountId, credentialVersion });
  const account = sql<boolean>`a.id = ${accountId}`;
  return behindFirst ? sql<boolean>`${account} and ${firstDid}` : account;
}

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

/** What is known of a refresh token, by its SHA-256. */
export async function findRefreshToken(
  db: Kysely<Database>,
  hash: Buffer,
): Promise<RefreshToken | undefined> {
  const { rows } = await sql<
    AccountRow & {
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
    }
  >`
    select ${accountColumns}, f.id as family_id, f.event_id, f.strategy, t.expires_at,
      f.expires_at as family_expires_at, f.revoked_at is not null as revoked,
      t.used_at, t.successor, s.used_at is not null as successor_used, s.expires_at as successor_expires_at
    from refresh_tokens t
    join families f on f.id = t.family_id
    join accounts a on a.id = f.account_id
    left join refresh_tokens s on s.hash = t.successor_hash
    where t.hash = ${hash}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
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

/**
 * Uses a refresh token and puts its successor in place, with the answer to keep: true for exactly one of those that try
 * at the same time (threat A7), and only while its family lives.
 */
export async function rotate(
  db: Kysely<Database>,
  rotation: {
    readonly hash: Buffer;
    readonly next: Buffer;
    /** The successor itself, sealed for the holder of the old token. */
    readonly sealedNext: Buffer;
    readonly nextExpiresAt: number;
    readonly now: number;
    readonly kept: KeptAnswer | undefined;
  },
): Promise<boolean> {
  const used = sql`
    update refresh_tokens t set used_at = ${new Date(rotation.now)}, successor = ${rotation.sealedNext},
      successor_hash = ${rotation.next}
    from families f
    where t.hash = ${rotation.hash} and t.used_at is null and f.id = t.family_id and f.revoked_at is null
    returning t.family_id`;
  const next = sql`
    insert into refresh_tokens (hash, family_id, expires_at)
    select ${rotation.next}::bytea, family_id, ${new Date(rotation.nextExpiresAt)}::timestamptz from part_0`;
  const kept = rotation.kept && keepingAnswer(rotation.kept, firstDid);
  const parts = kept === undefined ? [used, next] : [used, next, kept];
  return allOrNothing(db, parts);
}

/** Ends a session: true if it was alive until now. `also` happens only then; it may name `firstDid`. */
export async function revokeFamily(
  db: Kysely<Database>,
  familyId: string,
  now: number,
  also: readonly Part[] = [],
): Promise<boolean> {
  const revoked = sql`
    update families set revoked_at = ${new Date(now)} where id = ${familyId} and revoked_at is null returning id`;
  return allOrNothing(db, [revoked, ...also]);
}
