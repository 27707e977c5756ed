/** Who would be asked to set up a factor, if the company required one. */
import { sql } from 'kysely';
import { type ProviderStep, strategies, type Strategy } from '@app/contract/fields/vocabulary.ts';

import { type Account, accountColumns, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import { hasFactor } from '#store/accounts/factors.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { Reader } from '#store/connection/pools.ts';

/** The company's policy as if it had been changed; what is missing is as it is. */
export interface SupposedPolicy {
  readonly secondStep?: SecondStep | undefined;
  readonly providerStep?: ProviderStep | undefined;
}

/** Active, with a second step, and without a factor but the mailbox. */
const withoutFactor = (companyId: string, { secondStep, providerStep }: SupposedPolicy) => sql`
  from accounts a join companies c on c.id = a.company_id
  where a.company_id = ${companyId}::uuid and a.status = 'active'
    and (a.method = 'password' or coalesce(${providerStep ?? null}::text, c.provider_step) <> 'never')
    and coalesce(a.second_step, ${secondStep ?? null}::text, c.second_step) <> 'off' and not ${hasFactor(sql.ref('a.id'))}`;

export async function countWithoutFactor(
  db: Reader,
  companyId: string,
  supposed: SupposedPolicy = {},
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count ${withoutFactor(companyId, supposed)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Up to `limit` of them with one of `methods`, in the order of their addresses, after the address `after`. */
export async function findWithoutFactor(
  db: Reader,
  companyId: string,
  {
    after,
    limit,
    methods = strategies,
    ...supposed
  }: {
    readonly after: string;
    readonly limit: number;
    readonly methods?: readonly Strategy[];
  } & SupposedPolicy,
): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} ${withoutFactor(companyId, supposed)} and a.email > ${after}::text
      and a.method = any (${methods}::text[])
    order by a.email limit ${limit}`.execute(db);
  return rows.map(toAccount);
}
