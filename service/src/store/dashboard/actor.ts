/** Who makes a call of the dashboard, as the database knows the account and its session now. */
import { sql } from 'kysely';

import { accountColumns, type Account, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import { lock } from '#store/connection/lock.ts';
import type { Reader, DurableTransaction } from '#store/connection/pools.ts';
import { liveSession, type SessionHolder } from '#store/sessions/sessions.ts';

export interface Actor {
  readonly account: Account;
  /** The session of the call. */
  readonly familyId: string;
  /** When the person last proved who they are in this session. Milliseconds since the epoch. */
  readonly authenticatedAt: number;
  readonly isAdmin: boolean;
}

/** undefined: the session or the account is no longer good. */
export async function findActor(db: Reader, holder: SessionHolder, now: number): Promise<Actor | undefined> {
  const { rows } = await sql<AccountRow & { authenticated_at: Date }>`
    select ${accountColumns}, coalesce(f.reauthenticated_at, f.created_at) as authenticated_at
    from ${liveSession(holder, now)}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    account: toAccount(row),
    familyId: holder.familyId,
    authenticatedAt: row.authenticated_at.getTime(),
    isAdmin: row.roles.includes('Admin'),
  };
}

/** The account that continues a call which began in a session; undefined: the account is not active any more. */
export async function findActiveActor(
  db: Reader,
  accountId: string,
): Promise<Pick<Actor, 'account' | 'isAdmin'> | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from accounts a where a.id = ${accountId}::uuid and a.status = 'active'`.execute(
    db,
  );
  return rows[0] && { account: toAccount(rows[0]), isAdmin: rows[0].roles.includes('Admin') };
}

/** Waits for the company's other changes; the lock ends with the transaction. */
export async function lockCompany(db: DurableTransaction, companyId: string): Promise<void> {
  await lock(db, `company ${companyId}`);
}
