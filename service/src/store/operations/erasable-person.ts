/** Whom an erasure is about: the account, and every address by which the database knows its person. */
import { sql } from 'kysely';

import { holdsAddress } from '#store/accounts/accounts.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { lockCompany } from '#store/dashboard/actor.ts';

/** An account that was only made for an address, and that nobody accepted. It goes with the person of the address. */
export const isUnaccepted = (alias: 'o' | 'accounts') =>
  sql`(${sql.ref(`${alias}.status`)} = 'unconfirmed' or ${sql.ref(`${alias}.status`)} = 'disabled' and ${sql.ref(`${alias}.unproven`)})`;

export interface ErasablePerson {
  readonly accountId: string;
  readonly companyId: string;
  readonly name: string;
  /**
   * Lower case; the account's own, former ones and those asked for. Of these none is another account's or sign-up's: an
   * admin can ask for any address, and mistype it.
   */
  readonly addresses: readonly string[];
  /** The only active admin of the company. */
  readonly isLastAdmin: boolean;
  /** The company has no other account. */
  readonly isAlone: boolean;
  /** The admin who keeps the password while single sign-on is required. */
  readonly keepsPassword: boolean;
  /** Another company that has an account with the address, which it lost; undefined: none. */
  readonly lostAt: string | undefined;
}

/**
 * The person of an address; undefined: no account has it. Until the transaction ends, the account is locked, and the
 * company's other changes wait, as for a change of its admins: otherwise two erased at once could be the last ones.
 */
export async function findErasablePerson(
  db: DurableTransaction,
  email: string,
): Promise<ErasablePerson | undefined> {
  const ofAddress = sql`a.email = ${email} order by ${holdsAddress} desc, a.created_at limit 1`;
  const { rows: companies } = await sql<{ id: string }>`
    select a.company_id as id from accounts a where ${ofAddress}`.execute(db);
  for (const { id } of companies) await lockCompany(db, id);
  const { rows } = await sql<{
    id: string;
    company_id: string;
    name: string;
    is_last_admin: boolean;
    is_alone: boolean;
    keeps_password: boolean;
    lost_at: string | null;
  }>`
    select a.id, a.company_id, a.name,
      a.roles ? 'Admin' and a.status = 'active' and not exists (
        select from accounts o where o.company_id = a.company_id and o.id <> a.id and o.roles ? 'Admin'
          and o.status = 'active') as is_last_admin,
      not exists (select from accounts o where o.company_id = a.company_id and o.id <> a.id) as is_alone,
      exists (select from companies c where c.break_glass_id = a.id and c.sso_required) as keeps_password,
      (select c.name from accounts o join companies c on c.id = o.company_id
        where o.email = a.email and o.id <> a.id and not ${isUnaccepted('o')} limit 1) as lost_at
    from accounts a where ${ofAddress} for update of a`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { rows: known } = await sql<{ address: string }>`
    select distinct lower(address) as address from (
      select email from events where account_id = ${row.id}::uuid
      union all select new_email from email_changes where account_id = ${row.id}::uuid
      union all select email from links where account_id = ${row.id}::uuid
      union all select email from challenges where account_id = ${row.id}::uuid
      union all select actor_email from audit_log where actor_id = ${row.id}::uuid
      union all select target from audit_log where target_id = ${row.id}::text
    ) as given (address)
    where address like '%@%' and not exists (select from accounts o where o.email = lower(address) and o.id <> ${row.id}::uuid)
      and not exists (select from signups s where s.email = lower(address))`.execute(db);
  return {
    accountId: row.id,
    companyId: row.company_id,
    name: row.name,
    addresses: [...new Set([email, ...known.map(({ address }) => address)])],
    isLastAdmin: row.is_last_admin,
    isAlone: row.is_alone,
    keepsPassword: row.keeps_password,
    lostAt: row.lost_at ?? undefined,
  };
}
