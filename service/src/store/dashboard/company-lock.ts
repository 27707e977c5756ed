/** Lets the changes of one company's admins run one after the other. */
import { sql } from 'kysely';

import type { DurableTransaction } from '#store/connection/pools.ts';

/** Waits for the company's other changes; the lock ends with the transaction. */
export async function lockCompany(db: DurableTransaction, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`company ${companyId}`}, 0))`.execute(db);
}
