/** A person's own profile (requirements §5). */
import type { Flow } from '#deps.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { Refusal } from '#refusal.ts';
import { findOwnAccount, updateProfile } from '#store/dashboard/own-account.ts';

import { ownChange } from './own-change.ts';

export const readAccount: Flow<'readAccount'> = async (_input, { actor }, deps) => {
  const found = await findOwnAccount(deps.store.relaxed, actor.account.id);
  if (found === undefined) throw new Refusal('sessionExpired');
  return found;
};

/** Changes name and language. With a version that is not the latest: `changedMeanwhile` with the present state. */
export const changeAccount: Flow<'changeAccount'> = ({ body }, call, deps) =>
  ownChange(call, deps, 'anySignIn', async ({ db, account, now }) => {
    const before = await findOwnAccount(db, account.id);
    if (before === undefined) throw new Refusal('sessionExpired');
    const { version, ...change } = body;
    if (version !== undefined && version !== before.version)
      throw new Refusal('changedMeanwhile', { present: before });
    const { name = before.name, language = before.language } = change;
    if (name === before.name && language === before.language) return before;
    await updateProfile(db, account.id, { name, language });
    await insertAccountEvent({ kind: 'profileChanged', accountId: account.id, call, now }).execute(db);
    return { ...before, name, language, version: before.version + 1 };
  });
