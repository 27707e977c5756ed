/** Sessions: families of refresh tokens, each token good for one use (threats B1, B2). */
import { type RawBuilder, sql } from 'kysely';
import { limits } from '@app/contract/fields/limits.ts';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

import {
  accountColumns,
  type Account,
  type AccountRow,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import { after, always, type Condition, rowsOf, type Statement } from '#store/connection/one-statement.ts';
import type { Reader, Relaxed } from '#store/connection/pools.ts';
import { insertEvent } from '#store/events.ts';
import { type SealedAnswer, updateAnswer } from '#store/idempotency.ts';
import { type Counter, toVerdict, useBy, type Verdict, type VerdictRow } from '#store/sign-in/throttles.ts';

export interface NewSession {
  readonly familyId: string;
  readonly accountId: string;
  readonly strategy: Strategy;
  /** Names the sign-in in ID tokens and logs. */
  readonly eventId: string;
  readonly client: string;
  readonly platform: Platform;
  /** Where the browser's language is from, for the list of accounts; null: not said. */
  readonly country: string | null;
  readonly userAgent: string | undefined;
  /** The challenge that the sign-in finished; it can open no second session. */
  readonly challengeId: string | null;
  /**
   * The account's as its password was compared: no session is opened if it has changed. Undefined where another
   * statement, or the end of the challenge, holds the account.
   */
  readonly credentialVersion: number | undefined;
  /**
   * When the provider asked the person, where it says so: a provider that goes by an earlier sign-in makes no recent one.
   * Undefined: now.
   */
  readonly authenticatedAt: number | undefined;
  /** SHA-256 of the first refresh token. */
  readonly token: Buffer;
  /** With an Idempotency-Key. */
  readonly answer: SealedAnswer | undefined;
  /** Milliseconds since the epoch, like `expiresAt`, the end of the first token. */
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * The statements that open a session: its family `session`, the first refresh token, the event of the sign-in log, the
 * account's last sign-in, and the answer for a repeat. All of them happen, or none (threat A7, docs/decisions/credential-version.md).
 */
export const openSession = <Needs extends string = never>(
  session: NewSession,
  onlyIf: Condition<Needs> = always,
): {
  readonly session: Statement<Needs>;
  readonly refreshToken: Statement<'session'>;
  readonly signedIn: Statement<'session'>;
  readonly lastSignIn: Statement<'session'>;
  readonly answer: Statement<'session'> | undefined;
} => ({
  session: sql`
    insert into families (id, account_id, strategy, event_id, client, challenge_id, created_at, expires_at, platform,
      user_agent, last_used_at, reauthenticated_at)
    select ${session.familyId}::uuid, a.id, ${session.strategy}::text, ${session.eventId}::uuid,
      ${session.client}::text, ${session.challengeId}::uuid, ${new Date(session.now)}::timestamptz,
      ${new Date(session.now + limits.refreshAbsolute)}::timestamptz, ${session.platform}::text,
      ${session.userAgent ?? null}::text, ${new Date(session.now)}::timestamptz,
      ${session.authenticatedAt === undefined ? null : new Date(session.authenticatedAt)}::timestamptz
    from accounts a where ${onlyIf} and ${accountOf(session)}
    returning id`,
  refreshToken: sql`
    insert into refresh_tokens (hash, family_id, expires_at)
    select ${session.token}::bytea, id, ${new Date(session.expiresAt)}::timestamptz from ${rowsOf('session')}`,
  signedIn: insertEvent({ ...session, kind: 'signedIn', at: session.now }, after('session')),
  lastSignIn: upsertLastSignIn(session),
  answer: session.answer && updateAnswer(session.answer, after('session')),
});

/** Of two sign-ins at the same moment the later one stays. */
const upsertLastSignIn = ({ accountId, country, now }: NewSession): Statement<'session'> => sql`
  insert into last_sign_ins as l (account_id, company_id, at, country)
  select a.id, a.company_id, ${new Date(now)}::timestamptz, ${country}::text
  from accounts a, ${rowsOf('session')} where a.id = ${accountId}
  on conflict (account_id) do update set at = excluded.at, country = excluded.country where l.at <= excluded.at`;

const accountOf = ({ accountId, credentialVersion }: NewSession): RawBuilder<boolean> =>
  credentialVersion === undefined
    ? sql<boolean>`a.id = ${accountId}`
    : unchanged({ accountId, credentialVersion });

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

const refreshTokenBy = (hash: Buffer): RawBuilder<RefreshTokenRow> => sql`
  select ${accountColumns}, f.id as family_id, f.event_id, f.strategy, t.expires_at,
    f.expires_at as family_expires_at, f.revoked_at is not null as revoked,
    t.used_at, t.successor, s.used_at is not null as successor_used, s.expires_at as successor_expires_at
  from refresh_tokens t
  join families f on f.id = t.family_id
  join accounts a on a.id = f.account_id
  left join refresh_tokens s on s.hash = t.successor_hash
  where t.hash = ${hash}`;

/** What is known of a refresh token, by its SHA-256. */
export async function findRefreshToken(db: Reader, hash: Buffer): Promise<RefreshToken | undefined> {
  const { rows } = await refreshTokenBy(hash).execute(db);
  return rows[0] && toRefreshToken(rows[0]);
}

/**
 * The same, and counts a use of its session in the counter that `counterOf` its id names, in one round trip. What it
 * says of a full counter is for the caller to heed; without a token nothing is counted.
 */
export async function findAndCountRefreshToken(
  db: Relaxed,
  hash: Buffer,
  counterOf: (familyId: string) => Counter,
  now: number,
): Promise<{ found: RefreshToken; verdict: Verdict } | undefined> {
  const { rows } = await sql<RefreshTokenRow & VerdictRow>`
    with found as materialized (${refreshTokenBy(hash)})
    select found.*, counted.* from found, ${useBy(sql`found.family_id`, counterOf(''), now)} counted`.execute(
    db,
  );
  const row = rows[0];
  return row && { found: toRefreshToken(row), verdict: toVerdict(row, [counterOf(row.family_id)]) };
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

/**
 * Consumes a refresh token: returns a row for exactly one of parallel calls (threat A7), and only while its family
 * lives. `sealedNext` is its successor, sealed for the holder of this token; `next` the successor's SHA-256.
 */
export const consumeRefreshToken = (
  hash: Buffer,
  { next, sealedNext, now }: { readonly next: Buffer; readonly sealedNext: Buffer; readonly now: number },
): Statement => sql`
  update refresh_tokens t set used_at = ${new Date(now)}, successor = ${sealedNext}, successor_hash = ${next}
  from families f
  where t.hash = ${hash} and t.used_at is null and f.id = t.family_id and f.revoked_at is null
  returning t.family_id`;

/** Inserts the successor of the refresh token that the statement `used` has consumed. */
export const insertSuccessor = (next: Buffer, expiresAt: number): Statement<'used'> => sql`
  insert into refresh_tokens (hash, family_id, expires_at)
  select ${next}::bytea, family_id, ${new Date(expiresAt)}::timestamptz from ${rowsOf('used')}`;

/** Updates when and by what the session was used last, with the refresh token that the statement `used` has consumed. */
export const updateLastUse = (userAgent: string | undefined, now: number): Statement<'used'> => sql`
  update families f set last_used_at = ${new Date(now)}, user_agent = coalesce(${userAgent ?? null}::text, f.user_agent)
  from ${rowsOf('used')} u where f.id = u.family_id`;

/** The person has just proven again who they are (RFC 9470). */
export const updateReauthentication = (familyId: string, now: number): Statement => sql`
  update families set reauthenticated_at = ${new Date(now)} where id = ${familyId}`;

/** Ends a session (threat B2): returns a row if it was alive until now. */
export const revokeSession = (familyId: string, now: number): Statement => sql`
  update families set revoked_at = ${new Date(now)} where id = ${familyId} and revoked_at is null returning id`;
