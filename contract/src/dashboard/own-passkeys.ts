/** The calls by which each person reads and changes their own passkeys (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { newCredential } from '#calls/new-factor.ts';
import { personName } from '#fields/shown-name.ts';

import { accountPath, uuid } from './dashboard-fields.ts';

export const ownPasskey = v.object({
  id: uuid,
  /** As the browser knows it. */
  credentialId: v.string(),
  name: v.string(),
  /** The program or device that made it, where it says so. */
  maker: v.optional(v.string()),
  /** Milliseconds since the epoch. */
  addedAt: v.number(),
  usedAt: v.optional(v.number()),
});
export type OwnPasskey = v.InferOutput<typeof ownPasskey>;

export const ownPasskeyEndpoints = {
  /** All of them: the browser forgets those that the answer lacks. */
  listPasskeys: {
    method: 'GET',
    path: `${accountPath}/passkeys`,
    audience: 'person',
    answer: v.object({
      items: v.array(ownPasskey),
      rp: v.object({ id: v.string(), name: v.string() }),
      /** The user handle, base64url. */
      userId: v.string(),
    }),
  },
  /** What of the options of `navigator.credentials.create` is not fixed. */
  startPasskey: {
    method: 'POST',
    path: `${accountPath}/passkeys/challenge`,
    audience: 'person',
    body: v.object({}),
    answer: v.object({ challenge: v.string() }),
    refusals: ['reauthenticationRequired', 'strategy'],
  },
  /** Only an account with a password has passkeys, and at most 20 of them. */
  addPasskey: {
    method: 'POST',
    path: `${accountPath}/passkeys`,
    audience: 'person',
    body: v.object({ credential: newCredential }),
    answer: ownPasskey,
    refusals: ['reauthenticationRequired', 'strategy', 'credentials', 'notPossible'],
  },
  renamePasskey: {
    method: 'PATCH',
    path: `${accountPath}/passkeys/{passkeyId}`,
    audience: 'person',
    body: v.object({ name: personName }),
  },
  removePasskey: {
    method: 'DELETE',
    path: `${accountPath}/passkeys/{passkeyId}`,
    audience: 'person',
    refusals: ['reauthenticationRequired'],
  },
} as const satisfies Record<string, Endpoint>;
