/** A passkey is offered after a sign-in, until the account has one or its owner declines (docs/decisions/factors.md). */
import type { Flow } from '#deps.ts';
import { isPasskeyOffered, updateOfferDeclined } from '#store/dashboard/passkey-offer.ts';

import { ownChange } from './own-change.ts';

export const readPasskeyOffer: Flow<'readPasskeyOffer'> = async (_input, { actor }, deps) => ({
  offered: await isPasskeyOffered(deps.store.relaxed, actor.account.id),
});

export const declinePasskeyOffer: Flow<'declinePasskeyOffer'> = async (_input, call, deps) => {
  await ownChange(call, deps, 'anySignIn', ({ db, account, now }) =>
    updateOfferDeclined(db, account.id, now),
  );
  return undefined;
};
