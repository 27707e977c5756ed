/** The transaction of every change that a person makes to their own account, and who may have factors. */
import { strategyMessages } from '@app/contract/calls/refusals.ts';

import type { DashboardCall, Deps } from '#deps.ts';
import { requireRecentSignIn } from '#flows/dashboard/guarded-effects.ts';
import { Refusal } from '#refusal.ts';
import { lockAccount } from '#store/accounts/account-changes.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { findActor } from '#store/dashboard/actor.ts';
import { updateAnswer } from '#store/idempotency.ts';

/** Passkeys sign in by themselves, and would outlive the provider of another method. */
export function requirePassword({ method }: Account): void {
  if (method !== 'password') throw new Refusal('strategy', { message: strategyMessages[method] });
}

export interface OwnChange {
  readonly db: DurableTransaction;
  /** As it is now, and locked. */
  readonly account: Account;
  readonly familyId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Runs `work` with the account locked, and stores its answer for a repeat in the same transaction. Throws
 * `Refusal('sessionExpired')` if the session has ended since the call began, and `Refusal('reauthenticationRequired')`.
 *
 * @param asks `recentSignIn` for whatever helps the thief of a session to keep its owner out; `anySignIn` for what is
 *   harmless, or has just compared the password
 */
export async function ownChange<T>(
  call: DashboardCall,
  deps: Deps,
  asks: 'recentSignIn' | 'anySignIn',
  work: (change: OwnChange) => Promise<T>,
): Promise<T> {
  if (asks === 'recentSignIn') requireRecentSignIn(call, deps);
  const holder = { accountId: call.actor.account.id, familyId: call.actor.familyId };
  return deps.store.durable.transaction().execute(async (db) => {
    const found = await lockAccount(db, holder.accountId);
    const now = deps.clock();
    const actor = found && (await findActor(db, holder, now));
    if (actor === undefined) throw new Refusal('sessionExpired');
    const answer = await work({ db, account: actor.account, familyId: holder.familyId, now });
    const sealed = call.once?.sealAnswer(answer);
    if (sealed !== undefined) await updateAnswer(sealed).execute(db);
    return answer;
  });
}
