/** Challenges: codes sent and awaited (requirements §4 "Second step"; threats A6, A7, A9). */
import { type RawBuilder, sql } from 'kysely';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import * as limits from '@app/contract/fields/limits.ts';

import {
  accountColumns,
  type Account,
  type AccountRow,
  toAccount,
  holdsAddress,
} from '#store/accounts/accounts.ts';
import { isUsable, mailboxProvesNothing, setUpFrom } from '#store/accounts/factors.ts';
import { accountOf } from '#store/sessions/sessions.ts';
import { always, type Condition, rowsOf, type Statement } from '#store/connection/one-statement.ts';
import { type CodeCeilings, type CountedTry, countTry } from './code-tries.ts';
import type { Durable, DurableTransaction, Reader } from '#store/connection/pools.ts';
import { storableJson } from '#store/connection/storable-json.ts';

export interface NewChallenge {
  readonly id: string;
  /** SHA-256 of the handle that the app holds. */
  readonly session: Buffer;
  readonly accountId: string;
  readonly email: string;
  readonly client: string;
  /** Risk data without its device token. */
  readonly context: unknown;
  /** SHA-256 of the device's id. */
  readonly device: Buffer | null;
  readonly resendAt: number;
  /**
   * The account's as the password was compared: if it has changed, no challenge is opened. Undefined where another statement
   * holds the account.
   */
  readonly credentialVersion: number | undefined;
  readonly now: number;
}

/** The sign-in at a provider that a challenge follows. */
export interface ChallengeProvider {
  readonly strategy: Exclude<Strategy, 'password'>;
  /** When the provider asked the person, where it says so. Milliseconds since the epoch. */
  readonly authenticatedAt: number | undefined;
}

/**
 * Inserts a challenge, unless the account has changed since its password was compared. Returns a row if it did
 * (docs/decisions/access-changes.md).
 *
 * @param provider in JSON; undefined: a password was right
 */
export const insertChallenge = <Needs extends string = never>(
  challenge: NewChallenge,
  provider?: ChallengeOrigin,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> => sql`
    insert into challenges
      (id, session, account_id, email, client, context, device, resend_at, created_at, expires_at, provider)
    select ${challenge.id}::uuid, ${challenge.session}::bytea, a.id, ${challenge.email}::text,
      ${challenge.client}::text, ${challenge.context === undefined ? null : storableJson(challenge.context)}::jsonb,
      ${challenge.device}::bytea, ${new Date(challenge.resendAt)}::timestamptz,
      ${new Date(challenge.now)}::timestamptz, ${new Date(challenge.now + limits.challengeLifetime)}::timestamptz,
      ${provider ?? null}::jsonb
    from accounts a where ${onlyIf} and ${accountOf(challenge)}
    returning id`;

/** A `ChallengeProvider` in SQL, and more for single sign-on. */
export type ChallengeOrigin = RawBuilder<unknown>;

/** What a challenge keeps of a sign-in with Google. */
export const challengeOfGoogle = (provider: ChallengeProvider): ChallengeOrigin =>
  sql`${JSON.stringify(provider)}`;

/** The same of single sign-on, with the session at the provider that the consumed `code` names. */
export const challengeOfSso = (provider: ChallengeProvider): ChallengeOrigin => sql`(
  select ${JSON.stringify(provider)}::jsonb
    || jsonb_build_object('samlSession', c.saml_session, 'logoutToken', encode(c.logout_token, 'hex'))
  from ${rowsOf('code')} c)`;

/** What a challenge keeps of single sign-on, for `insertProviderSession`; no row of another challenge. */
export const codeOfChallenge = (id: string): Statement => sql`
  select account_id, decode(provider ->> 'logoutToken', 'hex') as logout_token, provider -> 'samlSession' as saml_session
  from challenges where id = ${id}::uuid and provider ->> 'strategy' = 'saml'`;

/** A code of a challenge. */
export interface NewCode {
  /** HMAC of the code. */
  readonly code: Buffer;
  readonly codeExpiresAt: number;
}

/** Inserts a code for the challenge that the statement `challenge` of the same round trip has inserted or updated. */
export const insertCode = ({ code, codeExpiresAt }: NewCode): Statement<'challenge'> => sql`
  insert into challenge_codes (challenge_id, code, expires_at)
  select id, ${code}::bytea, ${new Date(codeExpiresAt)}::timestamptz from ${rowsOf('challenge')}
  -- The same six digits twice in one challenge: the later end counts.
  on conflict (challenge_id, code) do update set expires_at = excluded.expires_at`;

export interface Challenge {
  readonly id: string;
  readonly account: Account;
  /** undefined: a password opened it. */
  readonly provider: ChallengeProvider | undefined;
  /** Tries that were compared, this one included. */
  readonly tries: number;
  readonly resendAt: number;
  readonly expiresAt: number;
  readonly device: Buffer | null;
  readonly codes: readonly { readonly code: Buffer; readonly expiresAt: number }[];
  /** Of the account's authenticator app: its sealed secret, and the step whose code was accepted last. */
  readonly authenticator: { readonly secret: Buffer; readonly lastStep: number } | undefined;
  /** What was typed for a recovery code, if it is one of the account that can be used. */
  readonly recoveryCode: 'code' | 'pass' | undefined;
  /** A factor that is not the mailbox is due: no mailed code counts. */
  readonly factorDue: boolean;
  /**
   * From when on the company requires a factor, while the account has none: from then on it is set up before the session
   * opens, and can be skipped until then. Milliseconds since the epoch.
   */
  readonly setUpFrom: number | undefined;
  /** What this try is among those of the account, over all challenges; undefined: the account's ceiling is reached. */
  readonly ofAccount: CountedTry | undefined;
}

/**
 * Reserves one of the challenge's five tries and one of its account's, before anything is compared (threat A6): a call
 * that gets both may compare once. Undefined if the challenge is unknown, used, dead, or of another address.
 */
export async function reserveTry(
  db: Durable,
  {
    session,
    email,
    recoveryCode,
    now,
  }: { session: Buffer; email: string; recoveryCode?: Buffer | undefined; now: number },
  ceilings: CodeCeilings,
): Promise<Challenge | undefined> {
  const { rows } = await sql<
    AccountRow & {
      challenge_id: string;
      provider: ChallengeProvider | null;
      tries: number;
      resend_at: Date;
      expires_at: Date;
      device: Buffer | null;
      codes: { code: string; expires_at: number }[] | null;
      authenticator: { secret: string; last_step: number } | null;
      recovery_code: 'code' | 'pass' | null;
      factor_due: boolean;
      set_up_from: Date | null;
      in_hour: number | null;
      in_a_row: number | null;
    }
  >`
    with tried as (
      update challenges ch set tries = ch.tries + 1
      from accounts a
      where ch.session = ${session} and ch.email = ${email} and ch.used_at is null
        and ch.expires_at > ${new Date(now)} and ch.tries < ${limits.codeTries} and a.id = ch.account_id
      returning ${accountColumns}, ch.id as challenge_id, ch.provider, ch.tries, ch.resend_at, ch.expires_at, ch.device, (
        select json_agg(json_build_object(
          'code', encode(c.code, 'hex'), 'expires_at', round(extract(epoch from c.expires_at) * 1000)))
        from challenge_codes c where c.challenge_id = ch.id
      ) as codes, ${mailboxProvesNothing(now)} as factor_due,
      ${setUpFrom} as set_up_from, (
        select json_build_object('secret', encode(f.secret, 'hex'), 'last_step', f.last_step)
        from authenticators f where f.account_id = a.id
      ) as authenticator, (
        select case when r.expires_at is null then 'code' else 'pass' end from recovery_codes r
        where r.account_id = a.id and r.code = ${recoveryCode ?? null}::bytea and ${isUsable(now)}
      ) as recovery_code
    ), counted as (${countTry(sql`select id from tried`, ceilings, now)})
    select tried.*, counted.in_hour, counted.in_a_row from tried left join counted on true`.execute(db);
  const row = rows[0];
  return (
    row && {
      id: row.challenge_id,
      account: toAccount(row),
      provider: row.provider ?? undefined,
      tries: row.tries,
      resendAt: row.resend_at.getTime(),
      expiresAt: row.expires_at.getTime(),
      device: row.device,
      codes: (row.codes ?? []).map((code) => ({
        code: Buffer.from(code.code, 'hex'),
        expiresAt: code.expires_at,
      })),
      authenticator: row.authenticator
        ? { secret: Buffer.from(row.authenticator.secret, 'hex'), lastStep: row.authenticator.last_step }
        : undefined,
      recoveryCode: row.recovery_code ?? undefined,
      factorDue: row.factor_due,
      setUpFrom: row.set_up_from?.getTime(),
      ofAccount:
        row.in_hour === null || row.in_a_row === null
          ? undefined
          : { inHour: row.in_hour, inARow: row.in_a_row },
    }
  );
}

/** When a challenge without tries left expires (milliseconds); undefined for one that has tries, or has expired. */
export async function findChallengeDeadUntil(
  db: Reader,
  { session, email, now }: { session: Buffer; email: string; now: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from challenges
    where session = ${session} and email = ${email} and used_at is null and expires_at > ${new Date(now)}
      and tries >= ${limits.codeTries}`.execute(db);
  return rows[0]?.expires_at.getTime();
}

/** Gives back every try: a code was right, and another step follows before the challenge is consumed. */
export const giveBackTries = (id: string): Statement =>
  sql`update challenges set tries = 0 where id = ${id}::uuid`;

/** Consumes the challenge: true for exactly one of parallel calls (threat A7). */
export async function consumeChallenge(db: DurableTransaction, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update challenges set used_at = ${new Date(now)} where id = ${id} and used_at is null returning 1`.execute(
    db,
  );
  return rows.length === 1;
}

/** The newest challenge that an address could still finish, with its account. */
export async function findLiveChallenge(
  db: Reader,
  email: string,
  now: number,
): Promise<{ id: string; resends: number; account: Account } | undefined> {
  const { rows } = await sql<AccountRow & { challenge_id: string; resends: number }>`
    select ${accountColumns}, ch.id as challenge_id, ch.resends
    from accounts a join challenges ch on ch.account_id = a.id
    where a.email = ${email} and ${holdsAddress} and a.status = 'active'
      and a.method = coalesce(ch.provider ->> 'strategy', 'password') and not ${mailboxProvesNothing(now)}
      and ch.used_at is null
      and ch.expires_at > ${new Date(now)} and ch.tries < ${limits.codeTries}
    order by ch.created_at desc limit 1`.execute(db);
  const row = rows[0];
  return row && { id: row.challenge_id, resends: row.resends, account: toAccount(row) };
}

/**
 * Counts a resend of a challenge and sets when the next one may come, if its own hold and count allow one now. Returns a
 * row if they did (threat A8).
 */
export const updateChallengeResend = (resend: {
  readonly challengeId: string;
  readonly resendAt: number;
  readonly now: number;
}): Statement => sql`
  update challenges set resends = resends + 1, resend_at = ${new Date(resend.resendAt)}
  where id = ${resend.challengeId} and used_at is null and resend_at <= ${new Date(resend.now)}
    and resends < ${limits.resendStages}
  returning id`;
