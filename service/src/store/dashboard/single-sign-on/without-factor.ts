/** The people whom a company that requires a factor asks to set one up. */
import { sql } from 'kysely';

import { type Account, accountColumns, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import { hasFactor } from '#store/accounts/factors.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { Reader } from '#store/connection/pools.ts';

/** Active, with a password and a second step, and without a factor but the mailbox. */
const withoutFactor = (companyId: string, secondStep?: SecondStep) => sql`
  from accounts a join companies c on c.id = a.company_id
  where a.company_id = ${companyId}::uuid and a.status = 'active' and a.method = 'password'
    and coalesce(a.second_step, ${secondStep ?? null}::text, c.second_step) <> 'off' and not ${hasFactor(sql.ref('a.id'))}`;

/** @param secondStep of the company, as if it had been changed; the one that it has without it */
export async function countWithoutFactor(
  db: Reader,
  companyId: string,
  secondStep?: SecondStep,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count ${withoutFactor(companyId, secondStep)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Up to `limit` of them, in the order of their addresses, after the address `after`. */
export async function findWithoutFactor(
  db: Reader,
  companyId: string,
  {
    after,
    limit,
    secondStep,
  }: { readonly after: string; readonly limit: number; readonly secondStep?: SecondStep | undefined },
): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} ${withoutFactor(companyId, secondStep)} and a.email > ${after}::text
    order by a.email limit ${limit}`.execute(db);
  return rows.map(toAccount);
}
