/** The calls by which the page after a sign-in offers a passkey, or has the browser add one (docs/decisions/factors.md). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';

import { accountPath } from './dashboard-fields.ts';

const path = `${accountPath}/passkey-offer` as const;

export const passkeyOfferEndpoints = {
  /** `offered`: the account has no passkey, may have one, and has not declined. */
  readPasskeyOffer: {
    method: 'GET',
    path,
    audience: 'person',
    answer: v.object({ offered: v.boolean() }),
  },
  /** No passkey is offered to the account any more, in any browser. */
  declinePasskeyOffer: { method: 'DELETE', path, audience: 'person' },
} as const satisfies Record<string, Endpoint>;
