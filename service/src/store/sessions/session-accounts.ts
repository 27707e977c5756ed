/** Whose session an access token belongs to, as it is now and not as it was when the token was signed. */
import { type RawBuilder, sql } from 'kysely';

import { accountColumns, type Account, type AccountRow, toAccount } from '#store/accounts/accounts.ts';
import type { Reader } from '#store/connection/pools.ts';

export interface SessionHolder {
  readonly accountId: string;
  /** The session (refresh family). */
  readonly familyId: string;
}

/** The session `f` that lives and its active account `a`, as a FROM clause whose WHERE can go on with `and`. */
export const liveSession = ({ accountId, familyId }: SessionHolder, now: number): RawBuilder<unknown> => sql`
  families f join accounts a on a.id = f.account_id
  where f.id = ${familyId}::uuid and a.id = ${accountId}::uuid and a.status = 'active' and f.strategy = a.method
    and f.revoked_at is null and f.expires_at > ${new Date(now)}::timestamptz`;

/** The account of a session that lives; undefined if the session or the account is no longer good. */
export async function findSessionAccount(
  db: Reader,
  holder: SessionHolder,
  now: number,
): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`select ${accountColumns} from ${liveSession(holder, now)}`.execute(
    db,
  );
  return rows[0] && toAccount(rows[0]);
}
