/** The admins whom the service tells what happened to their company. */
import { sql } from 'kysely';

import { accountColumns, type Account, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import type { Reader } from '#store/connection/pools.ts';

/** More are not told: a company with so many admins has a channel of its own. */
const most = 50;

export async function findActiveAdmins(db: Reader, companyId: string): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from accounts a
    where a.company_id = ${companyId}::uuid and a.status = 'active' and a.roles ? 'Admin'
    order by a.email limit ${most}`.execute(db);
  return rows.map(toAccount);
}
