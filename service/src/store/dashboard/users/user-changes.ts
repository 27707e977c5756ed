/** What an admin changes of accounts, besides their access (`account-changes.ts`), and what the decision needs. */
import { sql } from 'kysely';
import type { AccountSecondStep, Role } from '@app/contract/dashboard/users.ts';

import {
  type Account,
  accountColumns,
  type AccountRow,
  anyOf,
  claimOf,
  counted,
  type DomainClaim,
  toAccount,
} from '#store/accounts/accounts.ts';
import { isSecondStepAsked } from '#store/accounts/factors.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';

/** An account as an admin's change finds it. */
export interface UserState extends Account {
  readonly secondStep: AccountSecondStep;
  readonly hasPassword: boolean;
  readonly secondStepAsked: boolean;
  /** Of a disabled account: nobody has confirmed it. */
  readonly unproven: boolean;
  /** The claim of the address's domain. */
  readonly claim: DomainClaim | undefined;
  readonly version: number;
}

/**
 * The accounts of a company among `ids`, locked until the transaction ends. They are locked in one order, so that
 * parallel changes do not wait for each other in a circle.
 */
export async function lockUsers(
  db: DurableTransaction,
  companyId: string,
  ids: readonly string[],
): Promise<UserState[]> {
  const { rows } = await sql<
    AccountRow & {
      second_step: SecondStep | null;
      has_password: boolean;
      is_asked: boolean;
      unproven: boolean;
      claim: DomainClaim | null;
      version: number;
    }
  >`
    select ${accountColumns}, a.second_step, a.password_hash is not null as has_password,
      ${isSecondStepAsked} as is_asked, a.unproven,
      ${claimOf(sql`split_part(a.email, '@', 2)`)} as claim, a.version
    from accounts a where a.id = ${anyOf(ids)} and a.company_id = ${companyId}::uuid
    order by a.id for no key update of a`.execute(db);
  return rows.map((row) => ({
    ...toAccount(row),
    secondStep: row.second_step ?? 'company',
    hasPassword: row.has_password,
    secondStepAsked: row.is_asked,
    unproven: row.unproven,
    claim: row.claim ?? undefined,
    version: row.version,
  }));
}

/** What a company's rules for its accounts depend on. */
export interface CompanyState {
  readonly activeAdmins: number;
  /** The domains whose addresses can sign in by single sign-on; none while no provider is configured. */
  readonly ssoDomains: ReadonlySet<string>;
  readonly ssoRequired: boolean;
  /** The admin who keeps the password while single sign-on is required. */
  readonly breakGlassId: string | undefined;
}

export async function findCompanyState(db: DurableTransaction, companyId: string): Promise<CompanyState> {
  const { rows } = await sql<{
    admins: number;
    domains: string[];
    sso_required: boolean;
    break_glass_id: string | null;
  }>`
    select c.sso_required, c.break_glass_id,
      (select count(*)::integer from accounts
        where company_id = ${companyId}::uuid and roles ? 'Admin' and status = 'active') as admins,
      array(
        select d.domain from domains d join saml_configurations s on s.company_id = d.company_id
        where d.company_id = ${companyId}::uuid
      ) as domains
    from companies c where c.id = ${companyId}::uuid`.execute(db);
  const [row] = rows;
  return {
    activeAdmins: row?.admins ?? 0,
    ssoDomains: new Set(row?.domains),
    ssoRequired: row?.sso_required ?? false,
    breakGlassId: row?.break_glass_id ?? undefined,
  };
}

/** Sets when accounts are asked for the code. */
export async function setSecondStep(
  db: DurableTransaction,
  ids: readonly string[],
  secondStep: AccountSecondStep,
): Promise<void> {
  await sql`update accounts set second_step = ${secondStep === 'company' ? null : secondStep}::text, ${counted}
    where id = ${anyOf(ids)}`.execute(db);
}

/** Gives or takes the role Admin; the other roles of an account stay. */
export async function setRole(db: DurableTransaction, ids: readonly string[], role: Role): Promise<void> {
  await sql`update accounts set roles = roles - 'Admin' || ${role === 'Admin' ? '["Admin"]' : '[]'}::jsonb, ${counted}
    where id = ${anyOf(ids)}`.execute(db);
}

/** The versions of accounts, by id. */
export async function findVersions(
  db: DurableTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from accounts where id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
