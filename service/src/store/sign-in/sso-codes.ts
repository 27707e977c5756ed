/** The codes by which the app gets a session after single sign-on. */
import type { ProviderStep } from '@app/contract/fields/vocabulary.ts';
import { sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountRow,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import { rowsOf, type Statement } from '#store/connection/one-statement.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';
import type { ProviderSession } from '#store/sessions/saml-sessions.ts';

export interface AccountNow {
  readonly account: Account;
  /** Of the account as it was found. */
  readonly credentialVersion: number;
}

export interface NewSsoCode {
  /** SHA-256 of the code. */
  readonly hash: Buffer;
  readonly expiresAt: number;
  readonly of: AccountNow;
  /** The provider's, for a logout. */
  readonly session: ProviderSession;
  /** When the provider asked the person. Milliseconds since the epoch. */
  readonly authenticatedAt: number;
  /** The provider says that it has asked for more than one factor. */
  readonly twoSteps: boolean;
}

/** Inserts the code for the answer, bound to the browser that the statement `request` names (threat C7). */
export const insertSsoCode = (
  { hash, expiresAt, of, session, authenticatedAt, twoSteps }: NewSsoCode,
  activated: boolean,
  now: number,
): Statement<'request'> => sql`
  insert into sso_codes
    (code, account_id, redirect_uri, code_challenge, logout_token, saml_session, credential_version, created_at,
      expires_at)
  select ${hash}::bytea, a.id, r.redirect_uri, r.code_challenge, r.logout_token,
    ${JSON.stringify({ ...session, authenticatedAt, twoSteps })}::jsonb,
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
  readonly twoSteps: boolean;
  /** Of the account's company. */
  readonly providerStep: ProviderStep;
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
      two_steps: boolean | null;
      provider_step: ProviderStep;
    }
  >`
    select ${accountColumns}, c.redirect_uri, c.code_challenge, c.credential_version, c.expires_at, c.used_at,
      (c.saml_session ->> 'authenticatedAt')::float8 as authenticated_at,
      (c.saml_session ->> 'twoSteps')::boolean as two_steps, o.provider_step
    from sso_codes c join accounts a on a.id = c.account_id join companies o on o.id = a.company_id
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
      twoSteps: row.two_steps ?? false,
      providerStep: row.provider_step,
    }
  );
}

/** Voids a code: it was presented by someone who is not its owner, or for an account that it cannot open. */
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
