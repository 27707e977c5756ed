/** The calls of a sign-in and of the session that comes out of it: what the first load of the app needs. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { code, contextData, currentPassword, email, handle } from './fields.ts';
import { challengeTimes } from './refusals.ts';
import { tokens } from './tokens.ts';

export const signInEndpoints = {
  /** Password sign-in (§4): `basic` with tokens, or `mfa` with the challenge of the code step. */
  signInWithPassword: {
    method: 'POST',
    path: '/auth/v2/users/session',
    step: 'password',
    body: v.object({ email, password: currentPassword, contextData: v.optional(contextData) }),
    answer: v.union([
      v.object({ basic: tokens }),
      v.object({ mfa: v.object({ session: v.string(), ...challengeTimes.entries }) }),
    ]),
    refusals: ['credentials', 'strategy'],
  },
  /** The code step (§4): a mailed code for the challenge's session, once. */
  verifyCode: {
    method: 'POST',
    path: '/auth/v2/users/sessions/code',
    step: 'mfa.code',
    body: v.object({ email, code, session: handle }),
    answer: tokens,
    refusals: ['invalidCode', 'codeExpired', 'sessionExpired', 'tooManyRequests'],
  },
  /** A new code (§9). Answers by the address typed alone, alike for every address (decisions, section 3). */
  resendCode: {
    method: 'POST',
    path: '/auth/v2/users/sessions/resend',
    step: 'mfa.resend',
    body: v.object({ email }),
    answer: v.object({
      serverNow: v.number(),
      resendAt: v.number(),
      codeExpiresAt: v.number(),
    }),
    refusals: ['resendTooSoon', 'validationLimitExceeded'],
  },
  /** A new set of tokens for a refresh token, which is rotated (docs/security.md B1). */
  refreshTokens: {
    method: 'POST',
    path: '/auth/v2/tokens/refresh',
    body: v.object({ refreshToken: handle }),
    answer: tokens,
    refusals: ['sessionExpired'],
  },
  /** Sign-out: ends the session of the refresh token (extension). Always 204 for a well-formed body. */
  revokeTokens: {
    method: 'POST',
    path: '/auth/v2/tokens/revoke',
    body: v.object({ refreshToken: handle }),
    answer: null,
    refusals: [],
  },
  /** A signed token for this browser, which the risk-data script keeps (extension). It proves nothing by itself. */
  issueDeviceToken: {
    method: 'POST',
    path: '/auth/v2/devices',
    body: v.object({}),
    answer: v.object({ deviceToken: v.string() }),
    refusals: [],
    safe: true,
  },
} as const satisfies Record<string, Endpoint>;
