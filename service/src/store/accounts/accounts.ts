/** Companies, the domains they claimed, and the accounts in them. */
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '@app/contract/dashboard/users.ts';
import type { Language, Strategy } from '@app/contract/fields/vocabulary.ts';

import type { Condition, Statement } from '#store/connection/one-statement.ts';
import type { AccountStatus, SecondStep } from '#store/connection/database.ts';
import type { Durable, Reader } from '#store/connection/pools.ts';

export interface Account {
  readonly id: string;
  readonly companyId: string;
  /** Lower case; emails go to this address and never to one that a request brought. */
  readonly email: string;
  readonly name: string;
  readonly method: Strategy;
  readonly status: AccountStatus;
  readonly language: Language;
  readonly roles: readonly string[];
  /** Another company took over the domain of the address: nobody signs in by it any more. */
  readonly addressLost?: boolean;
}

/** The one role that the dashboard shows: an admin may have others besides. */
export const roleOf = (roles: readonly string[]): Role => (roles.includes('Admin') ? 'Admin' : 'User');

/** The id of one account, or of many: a change of either is one statement. */
export type AccountIds = string | readonly string[];

/** For `account_id = any (…)`. */
export const anyOf = (ids: AccountIds): RawBuilder<unknown> => sql`any (${[ids].flat()}::uuid[])`;

/** Columns of an account, with the alias `a`. */
export const accountColumns = sql.raw(
  'a.id, a.company_id, a.email, a.name, a.method, a.status, a.language, a.roles, a.address_lost_at is not null as address_lost',
);

export interface AccountRow {
  id: string;
  company_id: string;
  email: string;
  name: string;
  method: Strategy;
  status: AccountStatus;
  language: Language;
  roles: string[];
  address_lost: boolean;
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  companyId: row.company_id,
  email: row.email,
  name: row.name,
  method: row.method,
  status: row.status,
  language: row.language,
  roles: row.roles,
  ...(row.address_lost && { addressLost: true }),
});

/**
 * Whether the account `a` holds its address: someone has confirmed it, and no other company took its domain over. One
 * account at most holds an address (the index `accounts_holding_address`); any number may be invited at it.
 */
export const holdsAddress = sql.raw<boolean>(
  `((a.status = 'active' or a.status = 'disabled' and not a.unproven) and a.address_lost_at is null)`,
);

/** Those of the addresses that an account holds, in whatever company, with the language of its owner. */
export async function findAddressHolders(
  db: Reader,
  emails: readonly string[],
): Promise<ReadonlyMap<string, Pick<Account, 'email' | 'language'>>> {
  const { rows } = await sql<Pick<Account, 'email' | 'language'>>`
    select a.email, a.language from accounts a where a.email = any (${emails}::text[]) and ${holdsAddress}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.email, row]));
}

/**
 * The account of an address, as a lateral subquery: the one that holds it, else one that is invited at it, by the company
 * that verified the domain before the others, then by the one that invited first.
 */
export const accountOfAddress = (address: RawBuilder<unknown>): RawBuilder<unknown> => sql`lateral (
  select a.* from accounts a where a.email = ${address} and a.address_lost_at is null
  order by ${holdsAddress} desc,
    exists (select from domains d where d.domain = split_part(a.email, '@', 2) and d.company_id = a.company_id) desc,
    a.created_at
  limit 1
)`;

/** Which company verified a domain, and how its people sign in there. */
export interface DomainClaim {
  readonly companyId: string;
  readonly method: Strategy;
}

/** The claim of a domain, as JSON; null: no company has verified it. */
export const claimOf = (domain: string | RawBuilder<unknown>): RawBuilder<DomainClaim | null> => sql`(
  select json_build_object('companyId', d.company_id, 'method', d.method) from domains d where d.domain = ${domain}
)`;

export async function findClaim(db: Reader, domain: string): Promise<DomainClaim | undefined> {
  const { rows } = await sql<{ claim: DomainClaim | null }>`select ${claimOf(domain)} as claim`.execute(db);
  return rows[0]?.claim ?? undefined;
}

/** The domain of an address: what a company can claim. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * The account `a` is as it was when it was looked up, and stays so until the statement has ended: a change of its
 * password, method, status or address waits, or was first and leaves no row (docs/decisions/access-changes.md).
 *
 * @param changing whether the statement itself changes it: two of them that held it together would wait for each other
 */
export const unchanged = (
  { accountId, credentialVersion }: { readonly accountId: string; readonly credentialVersion: number },
  changing = false,
): RawBuilder<boolean> =>
  sql<boolean>`a.id = ${accountId} and a.credential_version = ${credentialVersion}
    for ${changing ? sql`no key update` : sql`share`} of a`;

/**
 * Part of each update of what an admin sees of an account, so that the later of two admins is asked (requirements §5): its
 * email, name, method, status, second step, language and roles.
 */
export const counted = sql.raw('version = version + 1');

/**
 * Makes an invited account active, if nothing about it has changed since it was looked up. Returns a row if it did.
 */
export const activateAccount = <Needs extends string>(
  { accountId, credentialVersion }: { readonly accountId: string; readonly credentialVersion: number },
  onlyIf: Condition<Needs>,
): Statement<Needs> => sql`
  update accounts set status = 'active', credential_version = credential_version + 1, ${counted}
  where id = ${accountId} and credential_version = ${credentialVersion} and status = 'unconfirmed' and ${onlyIf}
  returning id`;

/** Stores a stronger hash of the same password, unless the password has changed meanwhile. */
export async function updateHash(
  db: Durable,
  accountId: string,
  old: { readonly hash: string },
  next: { readonly hash: string; readonly keyId: string | null },
): Promise<void> {
  await sql`
    update accounts set password_hash = ${next.hash}, password_key_id = ${next.keyId}
    where id = ${accountId} and password_hash = ${old.hash}`.execute(db);
}

/** Inserts a company. `secondStep` is its policy, 'always' by default. */
export async function insertCompany(
  db: Durable,
  company: { id: string; name: string; secondStep?: SecondStep },
): Promise<void> {
  await sql`
    insert into companies (id, name, second_step)
    values (${company.id}, ${company.name}, ${company.secondStep ?? 'always'})`.execute(db);
}

/** The name of a company, or undefined if there is none with that id. */
export async function findCompanyName(db: Reader, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from companies where id = ${id}`.execute(db);
  return rows[0]?.name;
}

/** Claims a domain for a company, as one whose record was found: unknown addresses in it answer by `method`. */
export async function claimDomain(
  db: Durable,
  claim: { domain: string; companyId: string; method: Strategy },
): Promise<void> {
  await sql`
    with claimed as (
      insert into domain_claims (company_id, domain, value, created_at, verified_at)
      values (${claim.companyId}::uuid, ${claim.domain.toLowerCase()},
        'northline-verification=' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), now(), now())
    )
    insert into domains (domain, company_id, method)
    values (${claim.domain.toLowerCase()}, ${claim.companyId}::uuid, ${claim.method})`.execute(db);
}

export interface NewAccount extends Account {
  /** null or missing: the company's policy. */
  readonly secondStep?: SecondStep | null;
  /** Made by `passwords.hash`; missing for accounts that sign in another way. */
  readonly password?: { readonly hash: string; readonly keyId: string | null };
  /** Of an invited account, in milliseconds since the epoch. */
  readonly invitedAt?: number;
}

/** Inserts an account. The email is stored in lower case; a second account with it is an error. */
export async function insertAccount(db: Durable, account: NewAccount): Promise<void> {
  const invitedAt = account.invitedAt === undefined ? null : new Date(account.invitedAt);
  await sql`
    insert into accounts (id, company_id, email, name, method, status, second_step, language, roles,
      password_hash, password_key_id, invited_at)
    values (${account.id}, ${account.companyId}, ${account.email.toLowerCase()}, ${account.name}, ${account.method},
      ${account.status}, ${account.secondStep ?? null}, ${account.language}, ${JSON.stringify(account.roles)}::jsonb,
      ${account.password?.hash ?? null}, ${account.password?.keyId ?? null}, ${invitedAt})`.execute(db);
}

/** More are not told: a company with so many admins has its own channel. */
const mostAdmins = 50;

/** The admins that the service notifies of changes of their company. */
export async function findActiveAdmins(db: Reader, companyId: string): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from accounts a
    where a.company_id = ${companyId}::uuid and a.status = 'active' and a.roles ? 'Admin'
    order by a.email limit ${mostAdmins}`.execute(db);
  return rows.map(toAccount);
}
