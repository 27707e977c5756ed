/**
 * Who another party says that somebody is: identities by issuer and subject, and the tokens that told so (threat B4).
 */
import { type Kysely, sql } from 'kysely';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

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

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Lower case; links only what nothing is linked to yet. */
  readonly email: string;
}

export interface FoundIdentity {
  /** That of the identity; else that of the address. */
  readonly account: Account | undefined;
  /** How the account and the identity are linked: they are, they are not yet, or the account has another identity of the issuer. */
  readonly link: 'made' | 'none' | 'other';
  /** Of the account as it was found. 0 without an account. */
  readonly credentialVersion: number;
  /** The method of the address's domain, if a company claimed it. */
  readonly domainMethod: Strategy | undefined;
}

/** Whom an identity belongs to, or could. */
export async function findByIdentity(
  db: Kysely<Database>,
  { issuer, subject, email }: Identity,
): Promise<FoundIdentity> {
  const { rows } = await sql<
    { [Column in keyof AccountRow]: AccountRow[Column] | null } & {
      credential_version: number | null;
      link: FoundIdentity['link'];
      domain_method: Strategy | null;
    }
  >`
    select ${accountColumns}, a.credential_version,
      case when i.account_id is not null then 'made'
        when exists (select from identities o where o.account_id = a.id and o.issuer = given.issuer) then 'other'
        else 'none' end as link,
      (select d.method from domains d where d.domain = ${domainOf(email)}) as domain_method
    from (select ${issuer}::text as issuer, ${subject}::text as subject, ${email}::text as email) given
    left join identities i on i.issuer = given.issuer and i.subject = given.subject
    left join accounts e on e.email = given.email
    left join accounts a on a.id = coalesce(i.account_id, e.id)`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the look-up of an identity gave no row');
  return {
    account: row.id === null ? undefined : toAccount(row as AccountRow),
    link: row.link,
    credentialVersion: row.credential_version ?? 0,
    domainMethod: row.domain_method ?? undefined,
  };
}

export interface TakenToken {
  /** SHA-256 of the token. */
  readonly token: Buffer;
  /** Milliseconds since the epoch until which it is to be remembered. */
  readonly usableUntil: number;
  readonly accountId: string;
  /** Of the account as it was found: if it has changed, the token is not taken. */
  readonly credentialVersion: number;
  /** The identity to link to the account, if it is not yet. */
  readonly linking: Identity | undefined;
  /** Whether the account was invited: it becomes active. */
  readonly activating: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Takes a token, links its identity, makes an invited account active and does what goes `behind` (naming `firstDid`),
 * all in one statement: 'done' for exactly one of those that come with the same token. 'refused' if the token was taken
 * before or the account is not as it was; 'overtaken' if another token linked the identity or the account meanwhile, so
 * that it must be looked up again.
 */
export async function takeToken(
  db: Kysely<Database>,
  taken: TakenToken,
  behind: readonly Part[],
): Promise<'done' | 'refused' | 'overtaken'> {
  const used = sql`
    insert into used_id_tokens (token, expires_at)
    select ${taken.token}::bytea, ${new Date(taken.usableUntil)}::timestamptz
    from accounts a where ${unchanged(taken, taken.activating)}
    on conflict do nothing
    returning token`;
  const { linking } = taken;
  const linked =
    linking &&
    sql`insert into identities (issuer, subject, account_id, created_at)
      select ${linking.issuer}::text, ${linking.subject}::text, ${taken.accountId}::uuid,
        ${new Date(taken.now)}::timestamptz
      where ${firstDid}`;
  try {
    return (await allOrNothing(db, [
      used,
      ...behind,
      linked,
      taken.activating ? activating(taken) : undefined,
    ]))
      ? 'done'
      : 'refused';
  } catch (error) {
    // Nothing of the statement has happened then (unique_violation, PostgreSQL, appendix A).
    if (isViolation(error) && error.code === '23505' && error.table === 'identities') return 'overtaken';
    throw error;
  }
}

/** The link of a mail that confirms an identity. */
export interface ConfirmedIdentity {
  readonly linkId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly accountId: string;
  /** Of the account when the link was made. */
  readonly credentialVersion: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Uses a mailed link up, links its identity and does what goes `behind` (naming `firstDid`), all in one statement: true for
 * exactly one of those that try at the same moment. False if the link was used or has expired, if the account has changed,
 * or if an identity of the issuer is linked already, which makes the account's other links void.
 */
export async function linkByMail(
  db: Kysely<Database>,
  { linkId, issuer, subject, accountId, credentialVersion, now }: ConfirmedIdentity,
  behind: readonly Part[],
): Promise<boolean> {
  const at = new Date(now);
  const used = sql`
    update links set used_at = ${at}
    where id = ${linkId} and used_at is null and cancelled_at is null and expires_at > ${at}
      and exists (select from accounts a where ${unchanged({ accountId, credentialVersion })})
    returning id`;
  const linked = sql`
    insert into identities (issuer, subject, account_id, created_at)
    select ${issuer}::text, ${subject}::text, ${accountId}::uuid, ${at}::timestamptz where ${firstDid}`;
  try {
    return await allOrNothing(db, [used, linked, ...behind]);
  } catch (error) {
    // An identity of the issuer is linked: nothing of the statement has happened then.
    if (isViolation(error) && error.code === '23505' && error.table === 'identities') return false;
    throw error;
  }
}

const isViolation = (error: unknown): error is { code: unknown; table: unknown } =>
  error instanceof Error && 'code' in error && 'table' in error;
