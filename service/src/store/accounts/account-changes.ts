/**
 * What changes of an account: its password, status, method and address. Each belongs into a transaction with
 * `endAccess`.
 */
import { sql } from 'kysely';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import {
  accountColumns,
  accountOfAddress,
  type Account,
  type AccountIds,
  type AccountRow,
  anyOf,
  counted,
  holdsAddress,
  toAccount,
} from './accounts.ts';
import { inOneStatement, type Statement, type Statements, when } from '#store/connection/one-statement.ts';
import type { AccountStatus } from '#store/connection/database.ts';
import type { DurableTransaction, Reader, Relaxed } from '#store/connection/pools.ts';
import { endedAt } from '#store/sessions/sessions.ts';
import { type Counter, tryCounted } from '#store/sign-in/throttles.ts';
import { cancelOpenEmailChange } from './email-changes.ts';
import { hasFactor } from './factors.ts';
import { deleteMailboxProofs } from './links.ts';

type Password = { readonly hash: string; readonly keyId: string | null };
/** With the name of its company. */
export type FoundAccount = { readonly account: Account; readonly companyName: string };

/** The account of an address (`accountOfAddress`), with its company. */
export const findAccountByEmail = (db: Reader, email: string): Promise<FoundAccount | undefined> =>
  found(
    sql<CompanyRow>`select ${accountColumns}, c.name as company_name
      from (select ${email}::text as email) given cross join ${accountOfAddress(sql.ref('given.email'))} a
      join companies c on c.id = a.company_id`,
    db,
  );

/**
 * The account of an address, or else `other`: one row is found and read in either case, so that it takes as long
 * (threat A5). `mayMail`: the counters had room, and a use is counted.
 */
export async function findOwner(
  db: Relaxed,
  email: string,
  other: Account,
  counters: readonly Counter[],
  now: number,
): Promise<{ account: Account; mayMail: boolean }> {
  const { rows } = await sql<AccountRow & { may_mail: boolean }>`
    with found as materialized (${accountOr(email, other)})
    select found.*, ${tryCounted(counters, now)} as may_mail from found`.execute(db);
  return mailableIn(rows[0]);
}

/**
 * The account of an address that asks for a link to choose a new password, or else `other`: one row is found and read
 * in either case, so that it takes as long (threat A5). `mayMail`: the `usual` counters have room, or the account has
 * no link that is good until `goodUntil` (milliseconds) and the `last` ones have room.
 */
export async function findToRecover(
  db: Relaxed,
  email: string,
  other: Account,
  { usual, last }: { readonly usual: readonly Counter[]; readonly last: readonly Counter[] },
  goodUntil: number,
  now: number,
): Promise<{ account: Account; mayMail: boolean }> {
  const { rows } = await sql<AccountRow & { may_mail: boolean }>`
    with found as materialized (${accountOr(email, other)})
    select found.*, case
      -- Counted with the usual ones too, so that parallel calls do not use the last one's slot.
      when ${tryCounted(usual, now)} then ${tryCounted(last, now)} is not null
      -- It needs no link: the mails before named its method.
      when found.method <> 'password' then false
      when exists (
        select from links l
        where l.account_id = found.id and l.kind = 'reset' and l.used_at is null and l.cancelled_at is null
          and l.expires_at >= ${new Date(goodUntil)}
      ) then false
      else ${tryCounted(last, now)} end as may_mail
    from found`.execute(db);
  return mailableIn(rows[0]);
}

const accountOr = (email: string, other: Account) => sql`
  select ${accountColumns} from accounts a where a.email = ${email} and ${holdsAddress}
  union all
  select ${other.id}::uuid, ${other.companyId}::uuid, ${other.email}::text, ${other.name}::text,
    ${other.method}::text, ${other.status}::text, ${other.language}::text, ${JSON.stringify(other.roles)}::jsonb, false
  limit 1`;

function mailableIn(row: (AccountRow & { may_mail: boolean }) | undefined) {
  if (row === undefined) throw new Error('the look-up of an account gave no row');
  return { account: toAccount(row), mayMail: row.may_mail };
}

/**
 * The account, locked until the transaction ends: changes of one account that come at the same moment come one after
 * the other, each seeing what the one before has done.
 */
export const lockAccount = (db: DurableTransaction, id: string): Promise<FoundAccount | undefined> =>
  found(
    sql<CompanyRow>`select ${accountColumns}, c.name as company_name
      from accounts a join companies c on c.id = a.company_id where a.id = ${id} for no key update of a`,
    db,
  );

type CompanyRow = AccountRow & { company_name: string };

async function found(
  query: ReturnType<typeof sql<CompanyRow>>,
  db: Reader,
): Promise<FoundAccount | undefined> {
  const row = (await query.execute(db)).rows[0];
  return row && { account: toAccount(row), companyName: row.company_name };
}

/**
 * Sets the password of an account that signs in by one, or removes it (null). With `from` it is only done for an
 * account of that status, and makes it active: true if it was.
 */
export async function setPassword(
  db: DurableTransaction,
  accountId: string,
  password: Password | null,
  from: AccountStatus,
): Promise<boolean> {
  const { rows } = await sql`
    update accounts set password_hash = ${password?.hash ?? null}, password_key_id = ${password?.keyId ?? null},
      status = 'active', credential_version = credential_version + 1, ${counted},
      -- The mailbox has proven itself, and may not do so twice.
      factor_due = factor_due or ${hasFactor(sql.ref('accounts.id'))}
    where id = ${accountId} and status = ${from} and method = 'password'
    returning 1`.execute(db);
  return rows.length === 1;
}

/** What an admin sets of accounts' access. */
export interface Access {
  readonly status?: AccountStatus;
  /** With `status`: nobody has confirmed the account. */
  readonly unproven?: boolean;
  readonly method?: Strategy;
}

/**
 * Sets what an admin sets: the status, or the method by which the accounts sign in. Another method deletes the
 * password and the factors, so that a later change back does not bring the old ones back (threats A12, A17). Disabling,
 * and every method but Google, deletes the accounts' identities (threat B4). Call it with the accounts locked.
 */
export async function setAccess(
  db: DurableTransaction,
  ids: AccountIds,
  { status, unproven = false, method }: Access,
): Promise<void> {
  const unlessChanged = (column: string) =>
    sql`case when method = coalesce(${method ?? null}::text, method) then ${sql.ref(column)} end`;
  const theirs = sql`account_id in (
    select id from accounts where id = ${anyOf(ids)} and method <> ${method ?? null}::text)`;
  const endsGoogle = status === 'disabled' || (method !== undefined && method !== 'google');
  await sql`
    with unlinked as (${deleteIdentities(ids, endsGoogle)}),
      keyless as (delete from passkeys where ${theirs}),
      appless as (delete from authenticators where ${theirs}),
      codeless as (delete from recovery_codes where ${theirs})
    update accounts set status = coalesce(${status ?? null}::text, status),
      unproven = case when ${status ?? null}::text is null then unproven else ${unproven} end,
      method = coalesce(${method ?? null}::text, method), password_hash = ${unlessChanged('password_hash')},
      password_key_id = ${unlessChanged('password_key_id')},
      factor_due = coalesce(${unlessChanged('factor_due')}, false),
      credential_version = credential_version + 1, ${counted}
    where id = ${anyOf(ids)}`.execute(db);
}

/**
 * Takes the addresses in a domain from the accounts of a company, because another one owns the domain now. Their
 * identities go with them (threat B4). Resolves to the accounts' ids. Call it in a transaction with `endAccess`.
 */
export async function loseAddresses(
  db: DurableTransaction,
  { companyId, domain }: { readonly companyId: string; readonly domain: string },
  now: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with lost as (
      update accounts a set address_lost_at = ${new Date(now)}, credential_version = credential_version + 1
      where a.company_id = ${companyId}::uuid and split_part(a.email, '@', 2) = ${domain} and ${holdsAddress}
      returning a.id
    ), unlinked as (
      delete from identities where account_id in (select id from lost)
    )
    select id from lost`.execute(db);
  return rows.map(({ id }) => id);
}

/** The next sign-in with Google links an account again, by its address as it is then. */
const deleteIdentities = (ids: AccountIds, condition = true): Statement =>
  sql`delete from identities where account_id = ${anyOf(ids)} and ${when(condition)}`;

/** Whether the company has an account with the address already, invited or confirmed. */
export async function hasAccountAt(db: Reader, email: string, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where email = ${email} and company_id = ${companyId}::uuid`.execute(db);
  return rows.length > 0;
}

/**
 * Changes the address: false if another account holds it, or one of the company has it. The account's identities are
 * deleted with it, as they belong to the owner of the old address (threat B4). Call it with the account locked, and
 * after `endAccess`: a changed key locks out the sessions that are being opened, and those it waits for.
 */
export async function setEmail(db: DurableTransaction, accountId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    with unlinked as (${deleteIdentities(accountId)})
    update accounts c set email = ${email}, address_lost_at = null, credential_version = credential_version + 1, ${counted}
    where id = ${accountId} and not exists (
      select from accounts a where a.email = ${email} and (${holdsAddress} or a.company_id = c.company_id))
    returning 1`.execute(db);
  return rows.length === 1;
}

/** True for the error of two accounts that take one address at the same moment. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'constraint' in error &&
  (error.constraint === 'accounts_holding_address' || error.constraint === 'accounts_address_of_company');

/** The statements of `endAccess`, which no other may replace. */
type EndAccess = 'endedSessions' | 'deletedDevices' | 'deletedProofs' | 'cancelledChange';

/**
 * Ends everything by which accounts are signed in or could be (threat B2): challenges, sessions, the devices that
 * spare it the code, and a pending change of the address. `also` are more statements for the same round trip. Call it in
 * the transaction that changes them.
 */
export const endAccess = <const Names extends string>(
  db: DurableTransaction,
  ids: AccountIds,
  now: number,
  also: Statements<Names> & { readonly [Own in EndAccess]?: never },
): Promise<void> => endAccessBut(db, { ids, familyId: null, device: null }, now, also);

/** The same, but the session `familyId` continues and `device` stays known: the person makes the change there. */
export async function endAccessBut<const Names extends string>(
  db: DurableTransaction,
  { ids, familyId, device }: { ids: AccountIds; familyId: string | null; device: Buffer | null },
  now: number,
  also: Statements<Names> & { readonly [Own in EndAccess]?: never },
): Promise<void> {
  const at = new Date(now);
  // By itself and first: a code that is being checked holds its challenge, and its session must be seen by the next.
  await sql`update challenges set used_at = ${at} where account_id = ${anyOf(ids)} and used_at is null and expires_at > ${at}`.execute(
    db,
  );
  const own: Statements<EndAccess> = {
    endedSessions: sql`update families f set ${endedAt(now)} where account_id = ${anyOf(ids)} and revoked_at is null
      and id is distinct from ${familyId}::uuid`,
    deletedDevices: sql`delete from devices where account_id = ${anyOf(ids)}
      and device is distinct from ${device}::bytea`,
    deletedProofs: deleteMailboxProofs(ids),
    cancelledChange: cancelOpenEmailChange(ids, now),
  };
  await inOneStatement(db, { ...own, ...also } as Statements<string>);
}
