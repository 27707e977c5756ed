/** Removes a passkey that was added automatically, by the link of the email about it (threats A7, A17, D7). */
import type { Flow } from '#deps.ts';
import { linkRefusal, lookUpLink } from '#links/link-state.ts';
import { acceptances } from '#rate-limits/rate-limits.ts';
import { Refusal } from '#refusal.ts';
import { lockAccount } from '#store/accounts/account-changes.ts';
import { consumeLink } from '#store/accounts/links.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { removePasskeyOf } from '#accounts/passkeys.ts';

/** Removes the passkey of the link and no other, once. It signs nobody out: another email tells of a sign-in with it. */
export const removePasskeyByLink: Flow<'removePasskeyByLink'> = async (
  { email, confirmationCode },
  call,
  deps,
) => {
  const now = deps.clock();
  const found = await lookUpLink(
    { kind: 'passkey', email, token: confirmationCode },
    { counters: acceptances(call.client) },
    deps,
    now,
  );
  if (found.state !== 'valid') throw linkRefusal(found.state);
  const { id, account, passkeyId } = found.link;
  if (account === undefined || passkeyId === undefined) throw new Refusal('invalidLink');
  const sealed = call.once?.sealAnswer(undefined);
  await deps.store.durable.transaction().execute(async (db) => {
    await lockAccount(db, account.id);
    const removed =
      (await consumeLink(db, id, now)) &&
      (await removePasskeyOf(account, passkeyId, { db, call, deps, now }));
    if (!removed) throw new Refusal('invalidLink');
    if (sealed !== undefined) await updateAnswer(sealed).execute(db);
  });
  deps.wakeMailWorker();
  return undefined;
};
