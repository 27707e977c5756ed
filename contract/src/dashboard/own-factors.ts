/**
 * The authenticator app and the recovery codes of the own account (requirements §4 "Second step"). Only an account that
 * signs in with a password has them; every other one gets `strategy`.
 */
import * as v from 'valibot';

import { authenticatorSetup } from '#calls/new-factor.ts';
import type { Endpoint } from '#calls/endpoint.ts';
import { code, handle } from '#fields/handles.ts';

import { accountPath } from './dashboard-fields.ts';

export const ownFactors = v.object({
  /** Missing: none is set up. Milliseconds since the epoch. */
  authenticator: v.optional(v.object({ addedAt: v.number(), usedAt: v.optional(v.number()) })),
  /** Missing: none were made. `left`: how many are unused. */
  recoveryCodes: v.optional(v.object({ madeAt: v.number(), left: v.number() })),
  /** Whether there is an app or a passkey, which recovery codes stand in for. */
  hasFactor: v.boolean(),
});
export type OwnFactors = v.InferOutput<typeof ownFactors>;

export const ownFactorEndpoints = {
  readFactors: {
    method: 'GET',
    path: `${accountPath}/factors`,
    audience: 'person',
    answer: ownFactors,
  },
  /** A new secret for an authenticator app. Nothing is stored until `addAuthenticator` proves that an app has it. */
  startAuthenticator: {
    method: 'POST',
    path: `${accountPath}/factors/authenticator/start`,
    audience: 'person',
    safe: true,
    answer: authenticatorSetup,
    refusals: ['strategy', 'reauthenticationRequired'],
  },
  /**
   * Replaces the app before, if there was one. `invalidCode`: the app has another secret, or a wrong clock.
   * `codeExpired`: the secret is too old.
   */
  addAuthenticator: {
    method: 'POST',
    path: `${accountPath}/factors/authenticator`,
    audience: 'person',
    body: v.object({ setup: handle, code }),
    answer: ownFactors,
    refusals: ['strategy', 'invalidCode', 'codeExpired', 'reauthenticationRequired'],
  },
  removeAuthenticator: {
    method: 'DELETE',
    path: `${accountPath}/factors/authenticator`,
    audience: 'person',
    refusals: ['reauthenticationRequired'],
  },
  /** Ten new codes, which nothing shows again. Those before are void. `notPossible`: there is no factor to replace. */
  makeRecoveryCodes: {
    method: 'POST',
    path: `${accountPath}/factors/recovery-codes`,
    audience: 'person',
    answer: v.object({ codes: v.array(v.string()) }),
    refusals: ['strategy', 'notPossible', 'reauthenticationRequired'],
  },
} as const satisfies Record<string, Endpoint>;
