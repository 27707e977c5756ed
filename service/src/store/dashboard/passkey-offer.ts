/** Whether a passkey is offered to an account, or may be added automatically in a session of it. */
import { sql } from 'kysely';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';
import type { SessionHolder } from '#store/sessions/sessions.ts';

export interface PasskeyOffer {
  readonly declined: boolean;
  /** The password was typed to open the session, after the given time. */
  readonly passwordTyped: boolean;
  /** The ids of the account's passkeys. */
  readonly existing: readonly Buffer[];
}

/** @param since milliseconds since the epoch */
export async function findPasskeyOffer(
  db: Reader,
  { accountId, familyId }: SessionHolder,
  since: number,
): Promise<PasskeyOffer> {
  // A session that a passkey opened is one of the method 'password', too: only its event names the way.
  const { rows } = await sql<PasskeyOffer>`
    select a.passkey_offer_declined_at is not null as declined,
      array(select p.credential_id from passkeys p where p.account_id = a.id) as existing,
      f.strategy = 'password' and f.created_at >= ${new Date(since)}::timestamptz and exists (
        select from events e where e.account_id = a.id and e.at = f.created_at and e.event_id = f.event_id
          and e.kind = 'signedIn' and e.way is distinct from 'passkey') as "passwordTyped"
    from families f join accounts a on a.id = f.account_id
    where f.id = ${familyId}::uuid and a.id = ${accountId}::uuid`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('the session of a call was not found');
  return row;
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
