/** The own password of a person who is signed in, as it is compared and replaced. */
import { sql } from 'kysely';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

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
