/** Factors of an account that its mailbox does not give: an authenticator app, passkeys, recovery codes. */
import { type RawBuilder, sql } from 'kysely';

import { type Statement, when } from '#store/connection/one-statement.ts';
import type { DurableTransaction, Reader, Relaxed } from '#store/connection/pools.ts';

/**
 * Whether an account has a passkey that counts as a factor: only one that signs in with a password. One that was added
 * automatically does once it has signed in: an owner who does not know of it must not need it.
 */
export const hasKnownPasskey = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from passkeys f join accounts o on o.id = f.account_id
    where f.account_id = ${accountId} and o.method = 'password' and (not f.automatic or f.used_at is not null))`;

/** Whether an account has a factor that a thief of the mailbox does not have. Recovery codes alone are none. */
export const hasFactor = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from authenticators f where f.account_id = ${accountId}) or ${hasKnownPasskey(accountId)})`;

/** Whether a sign-in to the account `a` can ask for more than its method, at least on unknown devices. */
export const isSecondStepAsked = sql<boolean>`exists (
  select from companies c where c.id = a.company_id and (a.method = 'password' or c.provider_step <> 'never')
    and (coalesce(a.second_step, c.second_step) <> 'off' or ${hasFactor(sql.ref('a.id'))}))`;

/** Whether the company of the account `a` requires a factor by now. */
export const isFactorRequired = (now: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from companies c where c.id = a.company_id and c.factor_from <= ${new Date(now)}::timestamptz)`;

/** From when on the company of the account `a` requires a factor, while the account has none; else null. */
export const setUpFrom = sql<Date | null>`(
  select c.factor_from from companies c where c.id = a.company_id and not ${hasFactor(sql.ref('a.id'))})`;

/** The mailbox of the account `a` proves nothing: a factor that it has is due, or required by its company. */
export const mailboxProvesNothing = (now: number): RawBuilder<boolean> => sql<boolean>`(
  ${hasFactor(sql.ref('a.id'))} and (a.factor_due or ${isFactorRequired(now)}))`;

/** A recovery code `r`, or a temporary pass, that can still be used. */
export const isUsable = (now: number): RawBuilder<boolean> =>
  sql<boolean>`(r.used_at is null and (r.expires_at is null or r.expires_at > ${new Date(now)}::timestamptz))`;

/** The factors of an account as its owner sees them. */
export interface FactorsRow {
  readonly authenticatorAddedAt: Date | null;
  readonly authenticatorUsedAt: Date | null;
  readonly recoveryCodesMadeAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly hasFactor: boolean;
}

export async function findFactors(db: Reader, accountId: string): Promise<FactorsRow> {
  const { rows } = await sql<FactorsRow>`
    select f.added_at as "authenticatorAddedAt", f.used_at as "authenticatorUsedAt",
      (select min(r.made_at) from recovery_codes r where r.account_id = a.id and r.expires_at is null)
        as "recoveryCodesMadeAt",
      (select count(*) from recovery_codes r
        where r.account_id = a.id and r.used_at is null and r.expires_at is null)::integer
        as "recoveryCodesLeft",
      ${hasFactor(sql.ref('a.id'))} as "hasFactor"
    from accounts a left join authenticators f on f.account_id = a.id
    where a.id = ${accountId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the account of a session was not found');
  return row;
}

/** Whether a sign-in to the account can ask for more than its method (`isSecondStepAsked`). */
export async function findSecondStepAsked(db: Reader, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`select from accounts a where a.id = ${accountId}::uuid and ${isSecondStepAsked}`.execute(db);
  return rows.length > 0;
}

/** The secret of an authenticator app as it is stored. */
export interface SealedSecret {
  readonly secret: Buffer;
  /** The name of the key that sealed it. */
  readonly sealedBy: string;
}

/** `lastStep`: of the code that proved it. */
type NewAuthenticator = SealedSecret & { readonly lastStep: number };

/** Stores an authenticator app, in place of the one before. */
export const upsertAuthenticator = (
  accountId: string,
  { secret, sealedBy, lastStep }: NewAuthenticator,
  now: number,
): Statement => sql`
  insert into authenticators (account_id, secret, sealed_by, last_step, added_at)
  values (${accountId}::uuid, ${secret}::bytea, ${sealedBy}::text, ${lastStep}::integer, ${new Date(now)}::timestamptz)
  on conflict (account_id) do update set secret = excluded.secret, sealed_by = excluded.sealed_by,
    last_step = excluded.last_step, added_at = excluded.added_at, used_at = null
  returning account_id`;

/** Stores the first factor of an account: no row if it has got one meanwhile. */
export const insertFirstAuthenticator = (
  accountId: string,
  { secret, sealedBy, lastStep }: NewAuthenticator,
  now: number,
): Statement => sql`
  insert into authenticators (account_id, secret, sealed_by, last_step, added_at)
  select ${accountId}::uuid, ${secret}::bytea, ${sealedBy}::text, ${lastStep}::integer, ${new Date(now)}::timestamptz
  where not ${hasFactor(sql`${accountId}::uuid`)}
  on conflict (account_id) do nothing
  returning account_id`;

/** Deletes the authenticator app: false if there was none. */
export async function deleteAuthenticator(db: DurableTransaction, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`delete from authenticators where account_id = ${accountId}::uuid returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes the factors that were added since a time, and the recovery codes: whoever had the session or the mailbox then may
 * have added them, at that very moment in the set-up step of the sign-in. A temporary pass is an admin's:
 * it goes only with `andPasses`, where whoever signed in then may have asked for it.
 */
export const deleteFactorsSince = (
  accountId: string,
  since: number,
  { andPasses }: { readonly andPasses: boolean },
): Record<'newPasskeys' | 'newAuthenticator' | 'newRecoveryCodes', Statement> => {
  const theirs = (time: string) =>
    sql`account_id = ${accountId}::uuid and ${sql.ref(time)} >= ${new Date(since)}::timestamptz`;
  return {
    newPasskeys: sql`delete from passkeys where ${theirs('added_at')}`,
    newAuthenticator: sql`delete from authenticators where ${theirs('added_at')}`,
    newRecoveryCodes: sql`delete from recovery_codes where ${theirs('made_at')} and (expires_at is null or ${when(andPasses)})`,
  };
};

/**
 * If a passkey signed in at that moment, deletes those that were there and have been used since: which of them it was is
 * not stored.
 *
 * @param at milliseconds since the epoch
 */
export const deletePasskeyOfSignIn = (accountId: string, at: number): Statement => sql`
  delete from passkeys where account_id = ${accountId}::uuid and used_at >= ${new Date(at)}::timestamptz
    and added_at <= ${new Date(at)}::timestamptz and exists (
      select from events e where e.account_id = ${accountId}::uuid and e.at = ${new Date(at)}::timestamptz
        and e.kind = 'signedIn' and e.way = 'passkey')`;

/** Deletes every factor of an account, and what was due: false if there was none. */
export async function deleteFactors(db: DurableTransaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    with apps as (
      delete from authenticators where account_id = ${accountId}::uuid returning 1
    ), keys as (
      delete from passkeys where account_id = ${accountId}::uuid returning 1
    ), codes as (
      delete from recovery_codes where account_id = ${accountId}::uuid
    ), due as (
      update accounts set factor_due = false where id = ${accountId}::uuid and factor_due
    )
    select from apps union all select from keys`.execute(db);
  return rows.length > 0;
}

/**
 * What goes with the last factor: recovery codes replace nothing any more, and nothing is due. A temporary pass is an
 * admin's, and stays. Call it after the factor was deleted.
 */
export async function forgetWithoutFactor(db: DurableTransaction, accountId: string): Promise<void> {
  await sql`
    with without as (
      update accounts a set factor_due = false where a.id = ${accountId}::uuid and not ${hasFactor(sql.ref('a.id'))}
      returning a.id
    )
    delete from recovery_codes r using without where r.account_id = without.id and r.expires_at is null`.execute(
    db,
  );
}

/** Consumes the code of a step: a row only if no later one, nor itself, was accepted before (RFC 6238 §5.2). */
export const consumeStep = (accountId: string, step: number, now: number): Statement => sql`
  update authenticators set last_step = ${step}::integer, used_at = ${new Date(now)}::timestamptz
  where account_id = ${accountId}::uuid and last_step < ${step}::integer
  returning account_id`;

/** Replaces the recovery codes. Each is a SHA-256. */
export async function replaceRecoveryCodes(
  db: DurableTransaction,
  accountId: string,
  codes: readonly Buffer[],
  now: number,
): Promise<void> {
  await sql`delete from recovery_codes where account_id = ${accountId}::uuid`.execute(db);
  await sql`
    insert into recovery_codes (account_id, code, made_at)
    select ${accountId}::uuid, code, ${new Date(now)}::timestamptz from unnest(${codes}::bytea[]) code`.execute(
    db,
  );
}

/** Stores a temporary pass in place of those before. @param pass SHA-256 */
export async function replaceTemporaryPass(
  db: DurableTransaction,
  accountId: string,
  pass: Buffer,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<void> {
  await sql`
    with before as (
      delete from recovery_codes where account_id = ${accountId}::uuid and expires_at is not null
    )
    insert into recovery_codes (account_id, code, made_at, expires_at)
    values (${accountId}::uuid, ${pass}::bytea, ${new Date(now)}::timestamptz, ${new Date(until)}::timestamptz)`.execute(
    db,
  );
}

/** Consumes a recovery code or a temporary pass: a row for exactly one of parallel calls. */
export const consumeRecoveryCode = (accountId: string, code: Buffer, now: number): Statement => sql`
  update recovery_codes r set used_at = ${new Date(now)}::timestamptz
  where account_id = ${accountId}::uuid and code = ${code}::bytea and ${isUsable(now)}
  returning account_id`;

/**
 * Who knows the password has proven a factor that is not the mailbox: none is due any more. A passkey alone is no such
 * proof: its owner may not know that a thief of the mailbox has chosen the password (threat A19). While a factor is due a
 * session is opened by one, so the password that is typed in it is proof.
 */
export const factorProven = (accountId: string): Statement =>
  sql`update accounts set factor_due = false where id = ${accountId}::uuid and factor_due`;

/** The next sign-in asks for the app first, as if it had proven the last one. */
export const authenticatorFirst = (accountId: string): Statement =>
  sql`update last_sign_ins set way = 'authenticator' where account_id = ${accountId}::uuid`;

/** Up to `most` authenticator apps whose secret another key has sealed than the one in use. */
export async function findSealedByOthers(
  db: Reader,
  sealedBy: string,
  most: number,
): Promise<readonly { readonly accountId: string; readonly secret: Buffer }[]> {
  const { rows } = await sql<{ accountId: string; secret: Buffer }>`
    select account_id as "accountId", secret from authenticators
    where sealed_by <> ${sealedBy} limit ${most}`.execute(db);
  return rows;
}

/** Stores a secret that was sealed again, unless it was replaced meanwhile. */
export async function updateSealedSecret(
  db: Relaxed,
  { accountId, secret }: { readonly accountId: string; readonly secret: Buffer },
  next: SealedSecret,
): Promise<void> {
  await sql`
    update authenticators set secret = ${next.secret}, sealed_by = ${next.sealedBy}
    where account_id = ${accountId} and secret = ${secret}`.execute(db);
}
