/**
 * A passkey is offered after a sign-in, until the account has one or its owner declines; a browser that can adds one
 * automatically (docs/decisions/factors.md; threat A17).
 */
import { minutes } from '@app/contract/fields/durations.ts';

import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endOfChallenge, newChallenge } from '#security/webauthn/challenge.ts';

import { ownChange } from './own-change.ts';
import { passkeyOptions, passkeysOfAccount, storeNewPasskey, verifyNewPasskey } from '#accounts/passkeys.ts';
import { findPasskeyOffer, type PasskeyOffer, updateOfferDeclined } from '#store/dashboard/own-account.ts';

/** After this a session may be in other hands than those that typed the password: nothing is added without the person. */
const upgradeWithin = minutes(1);

const mayUpgrade = ({ declined, passwordTyped }: PasskeyOffer): boolean => passwordTyped && !declined;

export const readPasskeyOffer: Flow<'readPasskeyOffer'> = async (_input, { actor }, deps) => {
  const { account, familyId } = actor;
  const { id: accountId, method } = account;
  const now = deps.clock();
  const found = await findPasskeyOffer(deps.store.relaxed, { accountId, familyId }, now - upgradeWithin);
  const existing = found.existing.map((id) => id.toString('base64url'));
  const upgrade = mayUpgrade(found) &&
    existing.length < passkeysOfAccount && {
      ...passkeyOptions(account, newChallenge(deps.keys, `upgrade ${accountId}`, now), deps),
      existing,
    };
  return {
    offered: method === 'password' && !found.declined && existing.length === 0,
    ...(upgrade && { upgrade }),
  };
};

/** Throws `Refusal` `credentials` for a key that is not valid, or `notPossible`. */
export const acceptPasskeyOffer: Flow<'acceptPasskeyOffer'> = async (
  { body: { credential } },
  call,
  deps,
) => {
  const endOf = (challenge: Buffer): number | undefined =>
    endOfChallenge(deps.keys, `upgrade ${call.actor.account.id}`, challenge, deps.clock());
  const verdict = verifyNewPasskey(credential, endOf, deps, true);
  await ownChange(call, deps, 'anySignIn', async ({ db, account, familyId, now }) => {
    const found = await findPasskeyOffer(db, { accountId: account.id, familyId }, now - upgradeWithin);
    if (!mayUpgrade(found)) throw new Refusal('notPossible');
    if (!verdict.ok) throw new Refusal('credentials', { reason: verdict.reason });
    if ((await storeNewPasskey(account, verdict.passkey, { db, call, deps, now })) === undefined)
      throw new Refusal('notPossible');
  });
  deps.wakeMailWorker();
  return undefined;
};

export const declinePasskeyOffer: Flow<'declinePasskeyOffer'> = async (_input, call, deps) => {
  await ownChange(call, deps, 'anySignIn', ({ db, account, now }) =>
    updateOfferDeclined(db, account.id, now),
  );
  return undefined;
};
