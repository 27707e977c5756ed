/** Passkeys at the sign-in (threat A16). */
import { sql } from 'kysely';

import {
  accountColumns,
  type Account,
  type AccountRow,
  toAccount,
  unchanged,
} from '#store/accounts/accounts.ts';
import type { Condition, Statement } from '#store/connection/one-statement.ts';
import type { Reader } from '#store/connection/pools.ts';

export interface FoundPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly algorithm: number;
  readonly signCount: number;
  readonly account: Account;
  readonly credentialVersion: number;
  /** False: the owner has to choose a new password first. */
  readonly hasPassword: boolean;
}

/** The passkey with an id that the authenticator chose, whatever its account may do. */
export async function findPasskey(db: Reader, credentialId: Buffer): Promise<FoundPasskey | undefined> {
  const { rows } = await sql<
    AccountRow & {
      passkey_id: string;
      public_key: Buffer;
      algorithm: number;
      sign_count: string;
      credential_version: number;
      has_password: boolean;
    }
  >`
    select ${accountColumns}, a.credential_version, a.password_hash is not null as has_password, p.id as passkey_id, p.public_key, p.algorithm, p.sign_count
    from passkeys p join accounts a on a.id = p.account_id where p.credential_id = ${credentialId}`.execute(
    db,
  );
  const row = rows[0];
  return (
    row && {
      id: row.passkey_id,
      publicKey: row.public_key,
      algorithm: row.algorithm,
      signCount: Number(row.sign_count),
      account: toAccount(row),
      credentialVersion: row.credential_version,
      hasPassword: row.has_password,
    }
  );
}

/** A challenge that a valid answer came to. */
export interface AnsweredChallenge {
  /** SHA-256 of the challenge. */
  readonly challenge: Buffer;
  /** Milliseconds since the epoch, until which the challenge could be used again. */
  readonly usableUntil: number;
  readonly accountId: string;
  readonly credentialVersion: number;
}

/** Consumes a challenge: returns a row for exactly one of parallel calls, and only while the account is unchanged. */
export const consumeChallenge = (answered: AnsweredChallenge): Statement => sql`
  insert into used_id_tokens (token, expires_at)
  select ${answered.challenge}::bytea, ${new Date(answered.usableUntil)}::timestamptz
  from accounts a where ${unchanged(answered)}
  on conflict do nothing
  returning token`;

/**
 * Stores a use of a passkey. Returns a row if it still exists, and its counter has not reached `signCount` by another
 * sign-in meanwhile.
 */
export const updateUsedPasskey = <Needs extends string>(
  {
    id,
    signCount,
    backedUp,
  }: { readonly id: string; readonly signCount: number; readonly backedUp: boolean },
  now: number,
  onlyIf: Condition<Needs>,
): Statement<Needs> => sql`
  update passkeys set used_at = ${new Date(now)}::timestamptz, sign_count = ${signCount}, backed_up = ${backedUp}
  where id = ${id}::uuid and (${signCount}::bigint = 0 or sign_count < ${signCount}::bigint) and ${onlyIf}
  returning id`;
