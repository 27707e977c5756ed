/** Signups that await their confirmation (requirements §3): until then there is neither company nor account. */
import { type RawBuilder, sql } from 'kysely';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import {
  accountColumns,
  type Account,
  type AccountRow,
  domainOf,
  holdsAddress,
  toAccount,
} from './accounts.ts';
import type { Statement } from '#store/connection/one-statement.ts';
import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

export interface NewSignUp {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly companyName: string;
  readonly language: Language;
  /** The SHA-256 of the browser's proof, if it sent one. */
  readonly browser: Buffer | undefined;
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly now: number;
  readonly expiresAt: number;
}

/** The account that holds an address, if there is one, and whether a company has claimed its domain for single sign-on. */
export async function findSignUpAddress(
  db: Reader,
  email: string,
): Promise<{ readonly account: Account | undefined; readonly claimedForSso: boolean }> {
  const { rows } = await sql<
    { [Column in keyof AccountRow]: AccountRow[Column] | null } & { claimed_for_sso: boolean }
  >`
    select ${accountColumns}, ${isClaimedForSso(email)} as claimed_for_sso
    from (select ${email}::text as email) typed left join accounts a on a.email = typed.email and ${holdsAddress}`.execute(
    db,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the look-up of a signup gave no row');
  return {
    account: row.id === null ? undefined : toAccount(row as AccountRow),
    claimedForSso: row.claimed_for_sso,
  };
}

const isClaimedForSso = (email: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from domains d where d.domain = ${domainOf(email)} and d.method = 'saml')`;

/** Inserts a signup, in the statement of its link and its email. */
export const insertSignUp = (signUp: NewSignUp): Statement => sql`
  insert into signups (id, email, name, company_name, language, browser, created_at, expires_at)
  values (${signUp.id}::uuid, ${signUp.email}::text, ${signUp.name}::text, ${signUp.companyName}::text,
    ${signUp.language}::text, ${signUp.browser ?? null}::bytea, ${new Date(signUp.now)}::timestamptz, ${new Date(signUp.expiresAt)}::timestamptz)
  returning id`;

/**
 * Makes the company and the account of a signup: 'made' for one of those that try at the same time, and only if the
 * address has no account yet and no company has claimed its domain for single sign-on ('claimed'). The account is its
 * company's admin. Call it in the transaction that uses its link, and roll that back for any other result.
 */
export async function confirmSignUp(
  db: DurableTransaction,
  {
    signUpId,
    email,
    companyId,
    accountId,
    password,
  }: {
    signUpId: string;
    email: string;
    companyId: string;
    accountId: string;
    password: { readonly hash: string; readonly keyId: string | null };
  },
): Promise<'made' | 'emailInUse' | 'claimed'> {
  if ((await findSignUpAddress(db, email)).claimedForSso) return 'claimed';
  await sql`
    insert into companies (id, name) select ${companyId}::uuid, company_name from signups
    where id = ${signUpId}`.execute(db);
  // The unique address is where two confirmations meet: the second waits here, before it has touched a link.
  const { rows } = await sql`
    insert into accounts
      (id, company_id, email, name, method, status, language, roles, password_hash, password_key_id)
    select ${accountId}::uuid, ${companyId}::uuid, email, name, 'password', 'active', language, '["Admin"]'::jsonb,
      ${password.hash}::text, ${password.keyId}::text
    from signups where id = ${signUpId}
    on conflict (email) where (status = 'active' or status = 'disabled' and not unproven) and address_lost_at is null
      do nothing
    returning 1`.execute(db);
  return rows.length === 1 ? 'made' : 'emailInUse';
}
