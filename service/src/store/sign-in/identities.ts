/** Identities at Google, by issuer and subject, and the ID tokens that were used (threats B3, B4). */
import type { ProviderStep } from '@app/contract/fields/vocabulary.ts';
import { sql } from 'kysely';

import {
  accountColumns,
  type Account,
  accountOfAddress,
  type AccountRow,
  claimOf,
  type DomainClaim,
  domainOf,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import type { Condition, Statement } from '#store/connection/one-statement.ts';
import type { Reader } from '#store/connection/pools.ts';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Lower case; links only what nothing is linked to yet. */
  readonly email: string;
}

export interface FoundIdentity {
  /** That of the identity; else that of the address. */
  readonly account: Account | undefined;
  /**
   * How the account and the identity are linked: they are, they are not yet, or the account has another identity of the
   * issuer.
   */
  readonly link: 'made' | 'none' | 'other';
  /** Of the account as it was found. 0 without an account. */
  readonly credentialVersion: number;
  /** The claim of the address's domain. */
  readonly claim: DomainClaim | undefined;
  /** Of the account's company. */
  readonly providerStep: ProviderStep;
}

/** Whom an identity belongs to, or could. */
export async function findByIdentity(
  db: Reader,
  { issuer, subject, email }: Identity,
): Promise<FoundIdentity> {
  const { rows } = await sql<
    { [Column in keyof AccountRow]: AccountRow[Column] | null } & {
      credential_version: number | null;
      link: FoundIdentity['link'];
      claim: DomainClaim | null;
      provider_step: ProviderStep | null;
    }
  >`
    select ${accountColumns}, a.credential_version,
      case when i.account_id is not null then 'made'
        when exists (select from identities o where o.account_id = a.id and o.issuer = given.issuer) then 'other'
        else 'none' end as link,
      ${claimOf(domainOf(email))} as claim,
      (select c.provider_step from companies c where c.id = a.company_id) as provider_step
    from (select ${issuer}::text as issuer, ${subject}::text as subject, ${email}::text as email) given
    left join identities i on i.issuer = given.issuer and i.subject = given.subject
    left join ${accountOfAddress(sql.ref('given.email'))} e on i.account_id is null
    left join accounts a on a.id = coalesce(i.account_id, e.id)`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the look-up of an identity gave no row');
  return {
    account: row.id === null ? undefined : toAccount(row as AccountRow),
    link: row.link,
    credentialVersion: row.credential_version ?? 0,
    claim: row.claim ?? undefined,
    providerStep: row.provider_step ?? 'never',
  };
}

export interface VerifiedToken {
  /** SHA-256 of the token. */
  readonly token: Buffer;
  /** Milliseconds since the epoch until which the token could be used again. */
  readonly usableUntil: number;
  readonly accountId: string;
  /** Of the account as it was found: if it has changed, the token is not consumed. */
  readonly credentialVersion: number;
}

/**
 * Consumes an ID token (threat B3): returns a row for exactly one of parallel calls with the same token, and only while
 * the account is as it was found.
 *
 * @param changesAccount whether another statement of the same round trip changes the account
 */
export const consumeIdToken = (taken: VerifiedToken, changesAccount = false): Statement => sql`
  insert into used_id_tokens (token, expires_at)
  select ${taken.token}::bytea, ${new Date(taken.usableUntil)}::timestamptz
  from accounts a where ${unchanged(taken, changesAccount)}
  on conflict do nothing
  returning token`;

/** Links an identity to an account. A second one of the issuer is an error (`isIdentityLinked`). */
export const insertIdentity = <Needs extends string>(
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  accountId: string,
  now: number,
  onlyIf: Condition<Needs>,
): Statement<Needs> => sql`
  insert into identities (issuer, subject, account_id, created_at)
  select ${issuer}::text, ${subject}::text, ${accountId}::uuid, ${new Date(now)}::timestamptz
  where ${onlyIf}`;

/**
 * Consumes the mailed link that confirms an identity: returns a row for exactly one of parallel calls (threat A7), and
 * only while the account is as it was when the link was made.
 */
export const consumeIdentityLink = (
  linkId: string,
  account: { readonly accountId: string; readonly credentialVersion: number },
  now: number,
): Statement => sql`
  update links set used_at = ${new Date(now)}
  where id = ${linkId} and used_at is null and cancelled_at is null and expires_at > ${new Date(now)}
    and exists (select from accounts a where ${unchanged(account)})
  returning id`;

/**
 * True for the error of a second identity of an issuer, or a second account of an identity: the statement then had no
 * effect (unique_violation, PostgreSQL, appendix A).
 */
export const isIdentityLinked = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'table' in error &&
  error.table === 'identities';
