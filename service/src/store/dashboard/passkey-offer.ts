/** Whether a passkey is offered to an account. */
import { sql } from 'kysely';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';

/** Whether the account has no passkey, may have one, and has not declined. */
export async function isPasskeyOffered(db: Reader, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a
    where a.id = ${accountId}::uuid and a.method = 'password' and a.passkey_offer_declined_at is null
      and not exists (select from passkeys p where p.account_id = a.id)`.execute(db);
  return rows.length > 0;
}

/** No passkey is offered to the account from then on. */
export async function updateOfferDeclined(
  db: DurableTransaction,
  accountId: string,
  now: number,
): Promise<void> {
  await sql`
    update accounts set passkey_offer_declined_at = coalesce(passkey_offer_declined_at, ${new Date(now)}::timestamptz)
    where id = ${accountId}::uuid`.execute(db);
}
