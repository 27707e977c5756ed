/** The calls by which the page after a sign-in offers a passkey, or has the browser add one (docs/decisions/factors.md). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { newCredential, passkeyToMake } from '#calls/new-factor.ts';

import { accountPath } from './dashboard-fields.ts';

const path = `${accountPath}/passkey-offer` as const;

export const passkeyOfferEndpoints = {
  /**
   * `offered`: the account has no passkey, may have one, and has not declined. `upgrade`: this session may have the browser
   * add one automatically, with these options of `navigator.credentials.create`.
   */
  readPasskeyOffer: {
    method: 'GET',
    path,
    audience: 'person',
    answer: v.object({
      offered: v.boolean(),
      upgrade: v.optional(
        v.object({
          ...passkeyToMake.entries,
          /** The ids of the account's passkeys, as the browser knows them. */
          existing: v.array(v.string()),
        }),
      ),
    }),
  },
  /**
   * Adds a passkey that the browser has made automatically, without the person (WebAuthn §5.1.3): only in the first minute
   * of a session that a password opened, and not once the offer was declined. Otherwise `notPossible`.
   */
  acceptPasskeyOffer: {
    method: 'POST',
    path,
    audience: 'person',
    body: v.object({ credential: newCredential }),
    refusals: ['credentials', 'notPossible'],
  },
  /** No passkey is offered to the account any more, in any browser, nor added automatically. */
  declinePasskeyOffer: { method: 'DELETE', path, audience: 'person' },
} as const satisfies Record<string, Endpoint>;
