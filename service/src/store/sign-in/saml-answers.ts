/** Answers of an identity provider: whose they are, and that each is consumed once. */
import { sql } from 'kysely';

import {
  accountColumns,
  type AccountRow,
  activateAccount,
  domainOf,
  holdsAddress,
  toAccount,
} from '#store/accounts/accounts.ts';
import { isAddressTaken } from '#store/accounts/account-changes.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';
import { insertEvent, type SignInEvent } from '#store/events.ts';
import { type AccountNow, insertSsoCode, type NewSsoCode } from './sso-codes.ts';

/**
 * The account of an address as its company's provider may speak of it: the company's own, and in a domain that the
 * company claimed. So no company's provider can sign in a person of another company.
 */
export async function findAccountOfProvider(
  db: Reader,
  companyId: string,
  email: string,
): Promise<AccountNow | undefined> {
  const { rows } = await sql<AccountRow & { credential_version: number }>`
    select ${accountColumns}, a.credential_version from accounts a
    join domains d on d.domain = ${domainOf(email)} and d.company_id = a.company_id
    where a.email = ${email} and a.company_id = ${companyId} and a.address_lost_at is null
      and (${holdsAddress} or not exists (
        select from accounts a where a.email = ${email} and ${holdsAddress}))`.execute(db);
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
  /** Undefined: the answer is valid, but its person may not sign in. It is still consumed, without a code. */
  readonly code: NewSsoCode | undefined;
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
    if (isAssertionUsed(error) || isAddressTaken(error)) return false;
    throw error;
  });
}

const isAssertionUsed = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'used_assertions_pkey';
