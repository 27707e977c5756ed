/** The calls of a sign-in with a passkey (WebAuthn), which the login page loads when it has time. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { clientType, contextData } from '#fields/fields.ts';
import { base64url } from './new-factor.ts';
import { tokens } from '#tokens/tokens.ts';

/** As `PublicKeyCredential.toJSON()` writes it; what is not named here is dropped. */
const assertion = v.object({
  id: base64url(1364),
  response: v.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(1400),
    userHandle: base64url(88),
  }),
});

export const passkeyEndpoints = {
  /**
   * The options of `navigator.credentials.get` that are not fixed. They name no key, so they are the same for every
   * visitor (threat A4).
   */
  startPasskeySignIn: {
    method: 'POST',
    path: '/auth/v2/users/session/passkey/challenge',
    audience: 'anyone',
    body: v.object({}),
    answer: v.object({ challenge: v.string(), rpId: v.string() }),
    safe: true,
  },
  /** Signs in with a passkey, which is both steps (requirements §4 "Second step"). */
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/v2/users/session/passkey',
    audience: 'anyone',
    step: 'passkey',
    body: v.object({ credential: assertion, contextData: v.optional(contextData), clientType }),
    answer: v.object({ basic: tokens }),
    refusals: ['credentials', 'unknownPasskey'],
  },
} as const satisfies Record<string, Endpoint>;
