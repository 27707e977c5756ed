/** The own passkeys (requirements §5; threat A17): listed, added, renamed, removed. */
import type { WireAnswer } from '@app/contract/calls/endpoints.ts';

import type { Flow } from '#deps.ts';
import { requireRecentSignIn } from '#flows/dashboard/guarded-effects.ts';
import { Refusal } from '#refusal.ts';
import { endOfChallenge, newChallenge } from '#security/webauthn/challenge.ts';
import { findPasskeys, type PasskeyRow, updatePasskeyName } from '#store/dashboard/own-passkeys.ts';

import { ownChange, requirePassword } from './own-change.ts';
import {
  relyingParty,
  userHandleOf,
  storeNewPasskey,
  verifyNewPasskey,
  makerOf,
  removePasskeyOf,
} from '#accounts/passkeys.ts';

export const listPasskeys: Flow<'listPasskeys'> = async (_input, { actor }, deps) => ({
  items: (await findPasskeys(deps.store.relaxed, actor.account.id)).map(toPasskey),
  rp: { id: relyingParty(deps).id, name: deps.settings.reseller.name },
  userId: userHandleOf(actor.account.id).toString('base64url'),
});

/** Throws `Refusal` `strategy` or `reauthenticationRequired`, before the browser asks the person. */
export const startPasskey: Flow<'startPasskey'> = async (_input, call, deps) => {
  const { account } = call.actor;
  requirePassword(account);
  requireRecentSignIn(call, deps);
  return Promise.resolve({ challenge: newChallenge(deps.keys, `add ${account.id}`, deps.clock()) });
};

/** Throws `Refusal` `strategy`, `credentials` for a key that is not valid, or `notPossible`. */
export const addPasskey: Flow<'addPasskey'> = async ({ body: { credential } }, call, deps) => {
  const endOf = (challenge: Buffer): number | undefined =>
    endOfChallenge(deps.keys, `add ${call.actor.account.id}`, challenge, deps.clock());
  const verdict = verifyNewPasskey(credential, endOf, deps);
  const added = await ownChange(call, deps, 'recentSignIn', async ({ db, account, now }) => {
    requirePassword(account);
    if (!verdict.ok) throw new Refusal('credentials', { reason: verdict.reason });
    const row = await storeNewPasskey(account, verdict.passkey, { db, call, deps, now });
    if (row === undefined) throw new Refusal('notPossible');
    return toPasskey(row);
  });
  deps.wakeMailWorker();
  return added;
};

export const renamePasskey: Flow<'renamePasskey'> = ({ params, body }, call, deps) =>
  ownChange(call, deps, 'anySignIn', async ({ db, account }) => {
    if (!(await updatePasskeyName(db, account.id, params.passkeyId, body.name)))
      throw new Refusal('notFound');
    return undefined;
  });

export const removePasskey: Flow<'removePasskey'> = async ({ params }, call, deps) => {
  await ownChange(call, deps, 'recentSignIn', async ({ db, account, now }) => {
    if (!(await removePasskeyOf(account, params.passkeyId, { db, call, deps, now })))
      throw new Refusal('notFound');
  });
  deps.wakeMailWorker();
  return undefined;
};

function toPasskey({
  id,
  credentialId,
  name,
  aaguid,
  addedAt,
  usedAt,
}: PasskeyRow): WireAnswer<'addPasskey'> {
  const maker = makerOf(aaguid);
  return {
    id,
    credentialId: credentialId.toString('base64url'),
    name,
    ...(maker !== undefined && { maker }),
    addedAt: addedAt.getTime(),
    ...(usedAt !== null && { usedAt: usedAt.getTime() }),
  };
}
