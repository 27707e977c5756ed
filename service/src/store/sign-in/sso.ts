/** Single sign-on under way: requests that wait for their answer, answers that were taken, and the codes they gave. */
import { type Kysely, type Selectable, sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountRow,
  activating,
  domainOf,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import { allOrNothing, firstDid, type Part } from '#store/connection/at-once.ts';
import type { Database } from '#store/connection/database.ts';
import { logging, type SignInEvent } from '#store/events.ts';
import type { ProviderSession } from '#store/sessions/saml-sessions.ts';
import type { Counter } from './throttles.ts';

export interface SamlRequest {
  /** The ID of the AuthnRequest. */
  readonly id: string;
  /** Where the person goes back to: an address of ours that was checked. */
  readonly redirectUri: string;
  /** RFC 7636, S256. */
  readonly codeChallenge: string | undefined;
  /** Milliseconds since the epoch. */
  /** SHA-256 of the token in the logout address that the browser keeps. */
  readonly logoutToken: Buffer | undefined;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** A request whose answer came. */
export interface AnsweredRequest extends SamlRequest {
  /** Whether one of the counters is full. */
  readonly flooded: boolean;
}

/** Keeps a request, by the SHA-256 of its RelayState, until its answer comes. */
export async function addSamlRequest(
  db: Kysely<Database>,
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
  db: Kysely<Database>,
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
  db: Kysely<Database>,
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
  /** Undefined: the answer is good, and is of nobody who may sign in. It is taken all the same, and gives no code. */
  readonly code:
    | {
        /** SHA-256 of the code. */
        readonly hash: Buffer;
        readonly expiresAt: number;
        readonly of: AccountNow;
        /** The provider's, for a logout. */
        readonly session: ProviderSession;
      }
    | undefined;
  /** With an account that was invited: it becomes active, and this is logged. */
  readonly activation: SignInEvent | undefined;
}

/**
 * Takes an answer: uses its request up, remembers its assertion and gives its code, all in one statement. True for
 * exactly one of those that come at the same time; false for an assertion that was taken before, whatever its request,
 * which is then left as it is (threat C5).
 */
export async function takeSamlAnswer(db: Kysely<Database>, answer: SamlAnswer): Promise<boolean> {
  const { code, activation } = answer;
  const used = sql`
    update saml_requests set used_at = ${new Date(answer.now)}
    where id = ${answer.requestId} and used_at is null and expires_at > ${new Date(answer.now)}
    returning redirect_uri, code_challenge, logout_token`;
  // No "on conflict": a second use is an error, which undoes the first part too.
  const taken = sql`
    insert into used_assertions (issuer, assertion_id, expires_at)
    select ${answer.issuer}::text, ${answer.assertionId}::text, ${new Date(answer.usableUntil)}::timestamptz
    where ${firstDid}`;
  const parts = [used, taken];
  if (code !== undefined && activation !== undefined) {
    const { account, credentialVersion } = code.of;
    const invited = { accountId: account.id, credentialVersion };
    parts.push(activating(invited), logging(activation, sql<boolean>`exists (select from part_2)`));
  }
  if (code !== undefined) parts.push(addingCode(code, activation !== undefined, answer.now));
  return allOrNothing(db, parts).catch((error: unknown) => {
    if (isTakenBefore(error)) return false;
    throw error;
  });
}

const isTakenBefore = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'used_assertions_pkey';

const addingCode = (
  { hash, expiresAt, of, session }: NonNullable<SamlAnswer['code']>,
  activated: boolean,
  now: number,
): Part => sql`
  insert into sso_codes
    (code, account_id, redirect_uri, code_challenge, logout_token, saml_session, credential_version, created_at,
      expires_at)
  select ${hash}::bytea, a.id, r.redirect_uri, r.code_challenge, r.logout_token,
    ${JSON.stringify(session)}::jsonb,
    ${of.credentialVersion + (activated ? 1 : 0)}::integer, ${new Date(now)}::timestamptz,
    ${new Date(expiresAt)}::timestamptz
  from part_0 r, accounts a where a.id = ${of.account.id}`;

export interface SsoCode extends AccountNow {
  readonly redirectUri: string;
  readonly codeChallenge: string | undefined;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** What is known of a code, by its SHA-256, with the account as it is now and its version as it was then. */
export async function findSsoCode(db: Kysely<Database>, code: Buffer): Promise<SsoCode | undefined> {
  const { rows } = await sql<
    AccountRow & {
      redirect_uri: string;
      code_challenge: string | null;
      credential_version: number;
      expires_at: Date;
      used_at: Date | null;
    }
  >`
    select ${accountColumns}, c.redirect_uri, c.code_challenge, c.credential_version, c.expires_at, c.used_at
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
    }
  );
}

/** Uses a code up for nothing: it was brought by somebody who is not its owner, or for an account it cannot open. */
export async function useSsoCode(db: Kysely<Database>, code: Buffer, now: number): Promise<boolean> {
  const { rows } = await sql`
    update sso_codes set used_at = ${new Date(now)} where code = ${code} and used_at is null returning 1`.execute(
    db,
  );
  return rows.length === 1;
}

/**
 * Uses a code up for the session that goes behind it in the same statement: the first part, which has a row for exactly
 * one of those that come at the same time (threat A7), and only while the account is as it was when the provider
 * answered.
 */
export const usingSsoCode = (
  code: Buffer,
  { account, credentialVersion }: AccountNow,
  now: number,
): Part => sql`
  update sso_codes c set used_at = ${new Date(now)}
  from (select a.id from accounts a where ${unchanged({ accountId: account.id, credentialVersion })}) held
  where c.code = ${code} and c.account_id = held.id and c.used_at is null and c.expires_at > ${new Date(now)}
  returning c.account_id, c.logout_token, c.saml_session`;
