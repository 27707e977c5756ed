/** What an admin does to one account, without the calls of the dashboard around it. */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import * as v from 'valibot';
import { email } from '@app/contract/fields/fields.ts';

import type { CallOrigin, Deps } from '#deps.ts';
import { type AccountsChange, changeAccess, type LockedAccount } from '#flows/account/account-access.ts';
import { startEmailChange } from '#flows/account/email-change.ts';
import { requireNewPassword } from '#flows/account/recovery.ts';
import { Refusal } from '#refusal.ts';
import type { Access } from '#store/accounts/account-changes.ts';
import { lockUsers } from '#store/dashboard/users/user-changes.ts';

/** Runs `work` with the account locked. Throws `Refusal('notFound')` for an unknown one. */
async function change<T>(
  accountId: string,
  call: CallOrigin,
  deps: Deps,
  work: (account: LockedAccount, change: AccountsChange) => Promise<T>,
): Promise<T> {
  const { company_id: companyId } = (await deps.store.durable
    .selectFrom('accounts')
    .select('company_id')
    .$castTo<{ company_id: string }>()
    .where('id', '=', accountId)
    .executeTakeFirst()) ?? { company_id: undefined };
  if (companyId === undefined) throw new Refusal('notFound');
  const answer = await deps.store.durable.transaction().execute(async (db) => {
    const [account] = await lockUsers(db, companyId, [accountId]);
    if (account === undefined) throw new Refusal('notFound');
    return work(account, { db, call, deps, now: deps.clock() });
  });
  deps.wakeMailWorker();
  return answer;
}

const set = (accountId: string, access: Access, call: CallOrigin, deps: Deps): Promise<boolean> =>
  change(
    accountId,
    call,
    deps,
    async (account, work) => (await changeAccess([account], access, work)).size > 0,
  );

export async function disableAccount(accountId: string, call: CallOrigin, deps: Deps): Promise<void> {
  await set(accountId, { status: 'disabled' }, call, deps);
}

export async function enableAccount(accountId: string, call: CallOrigin, deps: Deps): Promise<void> {
  await set(accountId, { status: 'active' }, call, deps);
}

export const changeMethod = async (
  accountId: string,
  method: Strategy,
  call: CallOrigin,
  deps: Deps,
): Promise<{ noPasswordYet: boolean }> => ({
  noPasswordYet: await set(accountId, { method }, call, deps),
});

export async function signOutEverywhere(accountId: string, call: CallOrigin, deps: Deps): Promise<void> {
  await set(accountId, {}, call, deps);
}

/** Throws `Refusal('notFound')` for an account that is not active or has another sign-in method. */
export const askForNewPassword = (accountId: string, call: CallOrigin, deps: Deps): Promise<void> =>
  change(accountId, call, deps, async (account, work) => {
    if (!(await requireNewPassword(account, work))) throw new Refusal('notFound');
  });

/** Throws `Refusal('invalid')` for an address that cannot be used, `Refusal('notFound')` for an account not active. */
export const requestEmailChange = (
  request: { readonly accountId: string; readonly newEmail: string },
  call: CallOrigin,
  deps: Deps,
): Promise<void> =>
  change(request.accountId, call, deps, async (account, work) => {
    const newEmail = checkEmail(request.newEmail, 'newEmail');
    if (account.status !== 'active') throw new Refusal('notFound');
    if (!(await startEmailChange(account, newEmail, work)))
      throw new Refusal('invalid', { fields: { newEmail: ['is_invalid'] } });
  });

/** Returns the address trimmed and in lower case. Throws `Refusal('invalid')` that names `field`. */
export function checkEmail(typed: string, field: string): string {
  const checked = v.safeParse(email, typed);
  if (!checked.success) throw new Refusal('invalid', { fields: { [field]: ['is_invalid'] } });
  return checked.output;
}
