/** What an admin decides about an account's access. Each ends every session in the same transaction (docs/security.md B2). */
import type { Strategy } from '@app/contract/vocabulary.ts';

import type { CallOrigin, Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endAccess, lockAccount, setAccess } from '#store/account-changes.ts';
import type { Account } from '#store/accounts.ts';
import type { EventKind } from '#store/database.ts';
import { cancellingLinks } from '#store/links.ts';

import { loggingChange } from './account-event.ts';

/** Keeps the account from signing in. An invitation or a reset that is under way is void. */
export const disableAccount = (accountId: string, call: CallOrigin, deps: Deps): Promise<void> =>
  change(accountId, { status: 'disabled' }, 'disabled', call, deps);

/** Lets a disabled account sign in again. */
export const enableAccount = (accountId: string, call: CallOrigin, deps: Deps): Promise<void> =>
  change(accountId, { status: 'active' }, 'enabled', call, deps);

/** Sets the one method by which the account signs in. */
export const changeMethod = (
  accountId: string,
  method: Strategy,
  call: CallOrigin,
  deps: Deps,
): Promise<void> => change(accountId, { method }, 'methodChanged', call, deps);

/** Ends every session of the account, and nothing else. */
export const signOutEverywhere = (accountId: string, call: CallOrigin, deps: Deps): Promise<void> =>
  change(accountId, {}, 'sessionsEnded', call, deps);

/** Throws `Refusal('notFound')` for an account that is not there. */
async function change(
  accountId: string,
  access: { status?: Account['status']; method?: Strategy },
  kind: EventKind,
  call: CallOrigin,
  deps: Deps,
): Promise<void> {
  const now = deps.clock();
  await deps.store.db.transaction().execute(async (db) => {
    const found = await lockAccount(db, accountId);
    if (found === undefined) throw new Refusal('notFound');
    const changes = Object.keys(access).length > 0;
    if (changes) await setAccess(db, accountId, access);
    await endAccess(db, accountId, now, [
      changes ? cancellingLinks(accountId, ['reset', 'invitation'], now) : undefined,
      loggingChange(kind, accountId, call, now),
    ]);
  });
}
