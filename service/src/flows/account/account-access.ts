/** Changes an account's access for an admin. Each change ends every session in the same transaction (threat B2). */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import type { CallOrigin, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endAccess, lockAccount, setAccess } from '#store/accounts/account-changes.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { EventKind } from '#store/connection/database.ts';
import { cancelLinks } from '#store/accounts/links.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { choosePasswordMail } from '#mails/mails.ts';
import { passwordLinkStatements } from './recovery.ts';

/** Disables the account. Cancels its open invitation and resets. */
export async function disableAccount(accountId: string, call: CallOrigin, deps: Deps): Promise<void> {
  await change({ accountId, access: { status: 'disabled' }, kind: 'disabled' }, call, deps);
}

/** Lets a disabled account sign in again. */
export async function enableAccount(accountId: string, call: CallOrigin, deps: Deps): Promise<void> {
  await change({ accountId, access: { status: 'active' }, kind: 'enabled' }, call, deps);
}

/**
 * Sets the sign-in method of the account. An account that changes to the password has none yet: an active one gets the
 * link to choose it by mail (requirements §5), and the answer is `noPasswordYet`.
 */
export async function changeMethod(
  accountId: string,
  method: Strategy,
  call: CallOrigin,
  deps: Deps,
): Promise<{ noPasswordYet: boolean }> {
  const noPasswordYet = await change({ accountId, access: { method }, kind: 'methodChanged' }, call, deps);
  return { noPasswordYet };
}

/** Ends every session of the account. */
export async function signOutEverywhere(accountId: string, call: CallOrigin, deps: Deps): Promise<void> {
  await change({ accountId, access: {}, kind: 'sessionsEnded' }, call, deps);
}

/** True if the link to choose a password was mailed. Throws `Refusal('notFound')` for an account that does not exist. */
async function change(
  {
    accountId,
    access,
    kind,
  }: {
    readonly accountId: string;
    readonly access: { status?: Account['status']; method?: Strategy };
    readonly kind: EventKind;
  },
  call: CallOrigin,
  deps: Deps,
): Promise<boolean> {
  const now = deps.clock();
  const mailed = await deps.store.durable.transaction().execute(async (db) => {
    const found = await lockAccount(db, accountId);
    if (found === undefined) throw new Refusal('notFound');
    const changes = Object.keys(access).length > 0;
    if (changes) await setAccess(db, accountId, access);
    const { account } = found;
    const needsPassword =
      account.status === 'active' && account.method !== 'password' && access.method === 'password';
    await endAccess(db, accountId, now, {
      cancelledLinks: changes ? cancelLinks(accountId, ['reset', 'invitation', 'device'], now) : undefined,
      event: insertAccountEvent({ kind, accountId, call, now }),
      ...(needsPassword && passwordLinkStatements(choosePasswordMail, account, deps, now)),
    });
    return needsPassword;
  });
  if (mailed) deps.wakeMailWorker();
  return mailed;
}
