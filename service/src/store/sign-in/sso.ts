/** Single sign-on in progress: requests that await their answer, used assertions, and the codes for the app. */
import { type Selectable, sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountRow,
  activateAccount,
  domainOf,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import { after, changedInOneStatement, rowsOf, type Statement } from '#store/connection/one-statement.ts';
import type { Database } from '#store/connection/database.ts';
import type { Durable, Reader, Relaxed } from '#store/connection/pools.ts';
import { insertEvent, type SignInEvent } from '#store/events.ts';
import type { ProviderSession } from '#store/sessions/saml-sessions.ts';
import type { Counter } from './throttles.ts';

export interface SamlRequest {
  /** The ID of the AuthnRequest. */
  readonly id: string;
  /** Where the person goes back to: an address of ours that was checked. */
  readonly redirectUri: string;
  /** RFC 7636, S256. */
  readonly codeChallenge: string | undefined;
  /** SHA-256 of the token in the logout address that the browser stores. */
  readonly logoutToken: Buffer | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly used: boolean;
}

/** A request whose answer came. */
export interface AnsweredRequest extends SamlRequest {
  /** Whether one of the counters is full. */
  readonly flooded: boolean;
}

/** Inserts a request, by the SHA-256 of its RelayState, that awaits its answer. */
export async function insertSamlRequest(
  db: Relaxed,
  request: Omit<SamlRequest, 'used'> & {
    readonly companyId: string;
    readonly relayState: Buffer;
    readonly now: number;
  },
): Promise<void> {
  await db
    .insertInto('saml_requests')
    .values({
      id: request.id,
      company_id: request.companyId,
      relay_state: request.relayState,
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge ?? null,
      logout_token: request.logoutToken ?? null,
      created_at: new Date(request.now),
      expires_at: new Date(request.expiresAt),
    })
    .execute();
}

/**
 * The request of a RelayState (SHA-256), if it was this company's; used and expired ones too. `counters` count the
 * refusals before.
 */
export async function findSamlRequest(
  db: Reader,
  relayState: Buffer,
  companyId: string,
  counters: readonly Counter[],
  now: number,
): Promise<AnsweredRequest | undefined> {
  const { rows } = await sql<Selectable<Database['saml_requests']> & { flooded: boolean }>`
    select r.*, exists (
      select from throttles t
      where t.key = any (${counters.map(({ key }) => key)}::text[]) and t.blocked_until > ${new Date(now)}
    ) as flooded
    from saml_requests r
    where r.relay_state = ${relayState} and r.company_id = ${companyId}`.execute(db);
  const row = rows[0];
  return (
    row && {
      id: row.id,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge ?? undefined,
      logoutToken: row.logout_token ?? undefined,
      expiresAt: row.expires_at.getTime(),
      used: row.used_at !== null,
      flooded: row.flooded,
    }
  );
}

export interface AccountNow {
  readonly account: Account;
  /** Of the account as it was found. */
  readonly credentialVersion: number;
}

/**
 * The account of an address as its company's provider may speak of it: the company's own, and in a domain that the
 * company claimed. So no company's provider can sign anybody in who is not its own.
 */
export async function findAccountOfProvider(
  db: Reader,
  companyId: string,
  email: string,
): Promise<AccountNow | undefined> {
  const { rows } = await sql<AccountRow & { credential_version: number }>`
    select ${accountColumns}, a.credential_version from accounts a
    join domains d on d.domain = ${domainOf(email)} and d.company_id = a.company_id
    where a.email = ${email} and a.company_id = ${companyId}`.execute(db);
  const row = rows[0];
  return row && { account: toAccount(row), credentialVersion: row.credential_version };
}

export interface SamlAnswer {
  readonly requestId: string;
  readonly issuer: string;
  readonly assertionId: string;
  /** Until when the assertion would pass for fresh. Milliseconds, like `now`. */
  readonly usableUntil: number;
  readonly now: number;
  /** Undefined: the answer is valid, but its person may not sign in. It is consumed all the same, without a code. */
  readonly code:
    | {
        /** SHA-256 of the code. */
        readonly hash: Buffer;
        readonly expiresAt: number;
        readonly of: AccountNow;
        /** The provider's, for a logout. */
        readonly session: ProviderSession;
        /** When the provider asked the person. Milliseconds since the epoch. */
        readonly authenticatedAt: number;
      }
    | undefined;
  /** With an account that was invited: it becomes active, and this is logged. */
  readonly activation: SignInEvent | undefined;
}

/**
 * Consumes an answer: marks its request as used, remembers its assertion and inserts its code, all in one statement.
 * True for exactly one of parallel calls; false for an assertion that was consumed before, whatever its request, which
 * is then left as it is (threat C5).
 */
export async function consumeSamlAnswer(db: Durable, answer: SamlAnswer): Promise<boolean> {
  const { code, activation } = answer;
  const invited = code !== undefined && activation !== undefined;
  return changedInOneStatement(db, 'request', {
    request: sql`
      update saml_requests set used_at = ${new Date(answer.now)}
      where id = ${answer.requestId} and used_at is null and expires_at > ${new Date(answer.now)}
      returning redirect_uri, code_challenge, logout_token`,
    // No "on conflict": a second use is an error, which undoes the update of the request too.
    assertion: sql`
      insert into used_assertions (issuer, assertion_id, expires_at)
      select ${answer.issuer}::text, ${answer.assertionId}::text, ${new Date(answer.usableUntil)}::timestamptz
      where ${after('request')}`,
    activated: invited
      ? activateAccount(
          { accountId: code.of.account.id, credentialVersion: code.of.credentialVersion },
          after('request'),
        )
      : undefined,
    event: invited ? insertEvent(activation, after('activated')) : undefined,
    code: code && insertSsoCode(code, invited, answer.now),
  }).catch((error: unknown) => {
    if (isAssertionUsed(error)) return false;
    throw error;
  });
}

const isAssertionUsed = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'used_assertions_pkey';

/** Inserts the code for the answer, bound to the browser that the statement `request` names (threat C7). */
const insertSsoCode = (
  { hash, expiresAt, of, session, authenticatedAt }: NonNullable<SamlAnswer['code']>,
  activated: boolean,
  now: number,
): Statement<'request'> => sql`
  insert into sso_codes
    (code, account_id, redirect_uri, code_challenge, logout_token, saml_session, credential_version, created_at,
      expires_at)
  select ${hash}::bytea, a.id, r.redirect_uri, r.code_challenge, r.logout_token,
    ${JSON.stringify({ ...session, authenticatedAt })}::jsonb,
    ${of.credentialVersion + (activated ? 1 : 0)}::integer, ${new Date(now)}::timestamptz,
    ${new Date(expiresAt)}::timestamptz
  from ${rowsOf('request')} r, accounts a where a.id = ${of.account.id}`;

export interface SsoCode extends AccountNow {
  readonly redirectUri: string;
  readonly codeChallenge: string | undefined;
  readonly expiresAt: number;
  readonly used: boolean;
  /** When the provider asked the person; undefined: a code of the release before this. */
  readonly authenticatedAt: number | undefined;
}

/** What is known of a code, by its SHA-256, with the account as it is now and its version as it was then. */
export async function findSsoCode(db: Reader, code: Buffer): Promise<SsoCode | undefined> {
  const { rows } = await sql<
    AccountRow & {
      redirect_uri: string;
      code_challenge: string | null;
      credential_version: number;
      expires_at: Date;
      used_at: Date | null;
      authenticated_at: number | null;
    }
  >`
    select ${accountColumns}, c.redirect_uri, c.code_challenge, c.credential_version, c.expires_at, c.used_at,
      (c.saml_session ->> 'authenticatedAt')::float8 as authenticated_at
    from sso_codes c join accounts a on a.id = c.account_id
    where c.code = ${code}`.execute(db);
  const row = rows[0];
  return (
    row && {
      account: toAccount(row),
      credentialVersion: row.credential_version,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge ?? undefined,
      expiresAt: row.expires_at.getTime(),
      used: row.used_at !== null,
      authenticatedAt: row.authenticated_at ?? undefined,
    }
  );
}

/** Voids a code: it was brought by somebody who is not its owner, or for an account that it cannot open. */
export async function voidSsoCode(db: Durable, code: Buffer, now: number): Promise<boolean> {
  const { rows } = await sql`
    update sso_codes set used_at = ${new Date(now)} where code = ${code} and used_at is null returning 1`.execute(
    db,
  );
  return rows.length === 1;
}

/**
 * Consumes a code: returns a row for exactly one of parallel calls (threat A7), and only while the account is as it was
 * when the provider answered.
 */
export const consumeSsoCode = (
  code: Buffer,
  { account, credentialVersion }: AccountNow,
  now: number,
): Statement => sql`
  update sso_codes c set used_at = ${new Date(now)}
  from (select a.id from accounts a where ${unchanged({ accountId: account.id, credentialVersion })}) held
  where c.code = ${code} and c.account_id = held.id and c.used_at is null and c.expires_at > ${new Date(now)}
  returning c.account_id, c.logout_token, c.saml_session`;
