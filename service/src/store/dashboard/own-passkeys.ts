/** The passkeys of an account, as its owner reads and changes them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

export interface PasskeyRow {
  readonly id: string;
  readonly credentialId: Buffer;
  readonly name: string;
  readonly aaguid: string;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
}

const columns = sql`id, credential_id as "credentialId", name, aaguid, added_at as "addedAt", used_at as "usedAt"`;

/** The newest first. */
export async function findPasskeys(db: Reader, accountId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkeys where account_id = ${accountId}::uuid order by added_at desc, id`.execute(
    db,
  );
  return rows;
}

export interface NewPasskey {
  readonly accountId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly algorithm: number;
  readonly signCount: number;
  readonly aaguid: string;
  readonly backedUp: boolean;
  readonly name: string;
  readonly transports: readonly string[];
  readonly rpId: string;
  /** The browser has made it without the person. */
  readonly automatic: boolean;
  /** SHA-256 of the challenge, which is consumed, and until when it could be used again. */
  readonly challenge: Buffer;
  readonly usableUntil: number;
}

/**
 * Inserts a passkey and consumes its challenge. undefined: the challenge was consumed before, an account has the key, or
 * this one has `most` already. Call it with the account locked.
 */
export async function insertPasskey(
  db: DurableTransaction,
  key: NewPasskey,
  most: number,
  now: number,
): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    with challenge as (
      insert into used_id_tokens (token, expires_at)
      values (${key.challenge}::bytea, ${new Date(key.usableUntil)}::timestamptz)
      on conflict do nothing returning token
    )
    insert into passkeys (id, account_id, credential_id, public_key, algorithm, sign_count, aaguid, name, transports,
      backed_up, rp_id, automatic, added_at)
    select ${randomUUID()}::uuid, ${key.accountId}::uuid, ${key.credentialId}::bytea, ${key.publicKey}::bytea,
      ${key.algorithm}::integer, ${key.signCount}::bigint, ${key.aaguid}::uuid, ${key.name}::text,
      ${key.transports}::text[], ${key.backedUp}::boolean, ${key.rpId}::text, ${key.automatic}::boolean,
      ${new Date(now)}::timestamptz
    from challenge where (select count(*) from passkeys where account_id = ${key.accountId}::uuid) < ${most}
    on conflict (credential_id) do nothing
    returning ${columns}`.execute(db);
  return rows[0];
}

/** Whether the account has the passkey. */
export async function updatePasskeyName(
  db: DurableTransaction,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set name = ${name} where id = ${id}::uuid and account_id = ${accountId}::uuid
    returning id`.execute(db);
  return rows.length > 0;
}

/** The name of the removed passkey; undefined: the account has no such one. */
export async function deletePasskey(
  db: DurableTransaction,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where id = ${id}::uuid and account_id = ${accountId}::uuid returning name`.execute(
    db,
  );
  return rows[0]?.name;
}
