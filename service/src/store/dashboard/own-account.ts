/** What a person sees of their own account. */
import { sql } from 'kysely';
import type { OwnAccount } from '@app/contract/dashboard/own-account.ts';
import { isSecondStepAsked } from '#store/accounts/factors.ts';
import { counted, roleOf } from '#store/accounts/accounts.ts';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { SessionHolder } from '#store/sessions/sessions.ts';

interface Row extends Omit<OwnAccount, 'company' | 'role' | 'secondStep' | 'secondStepAsked'> {
  roles: string[];
  second_step: SecondStep;
  is_asked: boolean;
  company_id: string;
  company_name: string;
}

export async function findOwnAccount(db: Reader, accountId: string): Promise<OwnAccount | undefined> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.email, a.method, a.language, a.roles, a.version,
      coalesce(a.second_step, c.second_step) as second_step,
      ${isSecondStepAsked} as is_asked, c.id as company_id, c.name as company_name
    from accounts a join companies c on c.id = a.company_id where a.id = ${accountId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { id, name, email, method, language, version } = row;
  return {
    id,
    name,
    email,
    method,
    language,
    role: roleOf(row.roles),
    secondStep: row.second_step,
    ...(row.is_asked && { secondStepAsked: true as const }),
    company: { id: row.company_id, name: row.company_name },
    version,
  };
}

/** Sets the name and the language. */
export async function updateProfile(
  db: DurableTransaction,
  accountId: string,
  { name, language }: Pick<OwnAccount, 'name' | 'language'>,
): Promise<void> {
  await sql`update accounts set name = ${name}, language = ${language}, ${counted} where id = ${accountId}::uuid`.execute(
    db,
  );
}

export interface OwnPassword {
  /** PHC string and pepper id; undefined if the account has none. */
  readonly password: { readonly hash: string; readonly keyId: string | null } | undefined;
  readonly credentialVersion: number;
  readonly companyName: string;
}

export async function findOwnPassword(db: Reader, accountId: string): Promise<OwnPassword> {
  const { rows } = await sql<{
    hash: string | null;
    key_id: string | null;
    credential_version: number;
    company_name: string;
  }>`
    select a.password_hash as hash, a.password_key_id as key_id, a.credential_version, c.name as company_name
    from accounts a join companies c on c.id = a.company_id where a.id = ${accountId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the account of a session was not found');
  return {
    password: row.hash === null ? undefined : { hash: row.hash, keyId: row.key_id },
    credentialVersion: row.credential_version,
    companyName: row.company_name,
  };
}

/**
 * Replaces the password that was compared: false if the account has changed since (docs/decisions/access-changes.md).
 * Call it with the account locked.
 */
export async function replacePassword(
  db: DurableTransaction,
  accountId: string,
  compared: Pick<OwnPassword, 'credentialVersion'>,
  next: { readonly hash: string; readonly keyId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update accounts set password_hash = ${next.hash}, password_key_id = ${next.keyId},
      credential_version = credential_version + 1
    where id = ${accountId}::uuid and credential_version = ${compared.credentialVersion} and status = 'active'
      and method = 'password'
    returning 1`.execute(db);
  return rows.length === 1;
}

export interface PasskeyOffer {
  readonly declined: boolean;
  /** The password was typed to open the session, after the given time. */
  readonly passwordTyped: boolean;
  /** The ids of the account's passkeys. */
  readonly existing: readonly Buffer[];
}

/** @param since milliseconds since the epoch */
export async function findPasskeyOffer(
  db: Reader,
  { accountId, familyId }: SessionHolder,
  since: number,
): Promise<PasskeyOffer> {
  // A session that a passkey opened is one of the method 'password', too: only its event names the way.
  const { rows } = await sql<PasskeyOffer>`
    select a.passkey_offer_declined_at is not null as declined,
      array(select p.credential_id from passkeys p where p.account_id = a.id) as existing,
      f.strategy = 'password' and f.created_at >= ${new Date(since)}::timestamptz and exists (
        select from events e where e.account_id = a.id and e.at = f.created_at and e.event_id = f.event_id
          and e.kind = 'signedIn' and e.way is distinct from 'passkey') as "passwordTyped"
    from families f join accounts a on a.id = f.account_id
    where f.id = ${familyId}::uuid and a.id = ${accountId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the session of a call was not found');
  return row;
}

/** No passkey is offered to the account from then on. */
export async function updateOfferDeclined(
  db: DurableTransaction,
  accountId: string,
  now: number,
): Promise<void> {
  await sql`
    update accounts set passkey_offer_declined_at = coalesce(passkey_offer_declined_at, ${new Date(now)}::timestamptz)
    where id = ${accountId}::uuid`.execute(db);
}
