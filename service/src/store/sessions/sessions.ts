/** Sessions: a row each, called `families` because all refresh tokens of a sign-in belong to it (threats B1, B2). */
import { type RawBuilder, sql } from 'kysely';
import * as limits from '@app/contract/fields/limits.ts';
import type { Platform, Strategy, Way } from '@app/contract/fields/vocabulary.ts';

import { unchanged } from '#store/accounts/accounts.ts';
import { after, always, type Condition, rowsOf, type Statement } from '#store/connection/one-statement.ts';
import { insertEvent } from '#store/events.ts';
import { type SealedAnswer, updateAnswer } from '#store/idempotency.ts';

/** Whose session an access token belongs to, as it is now and not as it was when the token was signed. */
export interface SessionHolder {
  readonly accountId: string;
  /** The session (refresh family). */
  readonly familyId: string;
}

/** The session `f` that lives and its active account `a`, as a FROM clause whose WHERE can go on with `and`. */
export const liveSession = ({ accountId, familyId }: SessionHolder, now: number): RawBuilder<unknown> => sql`
  families f join accounts a on a.id = f.account_id
  where f.id = ${familyId}::uuid and a.id = ${accountId}::uuid and a.status = 'active' and f.strategy = a.method
    and f.revoked_at is null and f.expires_at > ${new Date(now)}::timestamptz`;

export interface NewSession {
  readonly familyId: string;
  readonly accountId: string;
  readonly strategy: Strategy;
  /** What proved the sign-in beside the password; undefined: nothing, or the provider. */
  readonly way: Way | undefined;
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
  /** SHA-256 of the first refresh token, as the release before stores it; undefined: the token is derived. */
  readonly storedToken: Buffer | undefined;
  /** With an Idempotency-Key. */
  readonly answer: SealedAnswer | undefined;
  /** Milliseconds since the epoch, like `expiresAt`, the end of the first token. */
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * The statements that open a session: its row `session`, the event of the sign-in log, the
 * account's last sign-in, and the answer for a repeat. All of them happen, or none (threat A7,
 * docs/decisions/access-changes.md).
 */
export const openSession = <Needs extends string = never>(
  session: NewSession,
  onlyIf: Condition<Needs> = always,
): {
  readonly session: Statement<Needs>;
  readonly refreshToken: Statement<'session'> | undefined;
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
  refreshToken:
    session.storedToken &&
    sql`
    insert into refresh_tokens (hash, family_id, expires_at)
    select ${session.storedToken}::bytea, id, ${new Date(session.expiresAt)}::timestamptz from ${rowsOf('session')}`,
  signedIn: insertEvent({ ...session, kind: 'signedIn', at: session.now }, after('session')),
  lastSignIn: upsertLastSignIn(session),
  answer: session.answer && updateAnswer(session.answer, after('session')),
});

/** Of two sign-ins at the same moment the later one stays. */
const upsertLastSignIn = ({ accountId, country, way, now }: NewSession): Statement<'session'> => sql`
  insert into last_sign_ins as l (account_id, company_id, at, country, way)
  select a.id, a.company_id, ${new Date(now)}::timestamptz, ${country}::text, ${way ?? null}::text
  from accounts a, ${rowsOf('session')} where a.id = ${accountId}
  on conflict (account_id) do update set at = excluded.at, country = excluded.country,
    way = coalesce(excluded.way, l.way) where l.at <= excluded.at`;

/** The account `a`, unless it has changed since its version was read. */
export const accountOf = ({
  accountId,
  credentialVersion,
}: Pick<NewSession, 'accountId' | 'credentialVersion'>): RawBuilder<boolean> =>
  credentialVersion === undefined
    ? sql<boolean>`a.id = ${accountId}`
    : unchanged({ accountId, credentialVersion });

/** Ends the session `f`, in the SET clause of its update; a day after `expires_at` the row is deleted. */
export const endedAt = (now: number): RawBuilder<unknown> =>
  sql`revoked_at = ${new Date(now)}::timestamptz, expires_at = least(f.expires_at, ${new Date(now)}::timestamptz)`;

/** The person has just proven again who they are (RFC 9470). */
export const updateReauthentication = (familyId: string, now: number): Statement => sql`
  update families set reauthenticated_at = ${new Date(now)} where id = ${familyId}`;
