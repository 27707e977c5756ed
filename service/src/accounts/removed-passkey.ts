/** Removes a passkey, and tells its owner (threat A17). */
import type { CallOrigin, Deps } from '#deps.ts';
import { passkeyMail } from '#mails/passkey-mails.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { forgetWithoutFactor } from '#store/accounts/factors.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { deletePasskey } from '#store/dashboard/own-passkeys.ts';
import { insertMail } from '#store/outbox.ts';

import { insertAccountEvent } from './account-event.ts';

interface Removal {
  readonly db: DurableTransaction;
  readonly call: CallOrigin;
  readonly deps: Deps;
  readonly now: number;
}

/**
 * Deletes a passkey, with the event and the email about it. False: the account has no such one. Call it with the account
 * locked, and wake the mail worker after the transaction.
 */
export async function removePasskeyOf(
  account: Account,
  passkeyId: string,
  { db, call, deps, now }: Removal,
): Promise<boolean> {
  const name = await deletePasskey(db, account.id, passkeyId);
  if (name === undefined) return false;
  await forgetWithoutFactor(db, account.id);
  await insertAccountEvent({ kind: 'passkeyRemoved', accountId: account.id, call, now }).execute(db);
  await insertMail(passkeyMail({ kind: 'passkeyRemoved', to: account, passkey: name }, deps, now)).execute(
    db,
  );
  return true;
}
