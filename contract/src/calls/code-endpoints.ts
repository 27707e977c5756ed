/** The calls of the code step. The app loads them after a right password. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { newCredential, passkeyToMake, authenticatorSetup } from './new-factor.ts';
import { email } from '#fields/fields.ts';
import { code, handle } from '#fields/handles.ts';
import { recoveryCode } from '#fields/recovery-code.ts';
import { tokens } from '#tokens/tokens.ts';

/** A factor that a sign-in asks to set up: an authenticator app, or a passkey instead. */
const setUp = v.object({
  ...authenticatorSetup.entries,
  /** Until then it can be skipped: milliseconds since the epoch. Missing: it cannot. */
  skipUntil: v.optional(v.number()),
  passkey: v.optional(passkeyToMake),
});
export type SetUp = v.InferOutput<typeof setUp>;

/**
 * The tokens; or a factor to set up, where the company requires one and the account has none, or after a temporary pass.
 * `verifySetUp` then finishes the sign-in of the same challenge.
 */
const finished = v.union([tokens, v.object({ setUp })]);

export const codeEndpoints = {
  /** The code step (spec §4): a mailed code for the challenge's session, or one of the authenticator app, once. */
  verifyCode: {
    method: 'POST',
    path: '/auth/v2/users/sessions/code',
    audience: 'anyone',
    step: 'mfa.code',
    body: v.object({ email, code, session: handle }),
    answer: finished,
    refusals: ['invalidCode', 'codeExpired', 'sessionExpired', 'challengeDead'],
  },
  /**
   * The first code of an authenticator app that the sign-in asks to set up, or the passkey that was made instead; without
   * both, the set-up is skipped.
   */
  verifySetUp: {
    method: 'POST',
    path: '/auth/v2/users/sessions/set-up',
    audience: 'anyone',
    step: 'mfa.code',
    body: v.object({
      email,
      setup: handle,
      code: v.optional(code),
      credential: v.optional(newCredential),
      session: handle,
    }),
    answer: tokens,
    refusals: ['invalidCode', 'sessionExpired', 'challengeDead'],
  },
  /** The code step with a recovery code, in place of a lost factor, or with a temporary pass of an admin. */
  verifyRecoveryCode: {
    method: 'POST',
    path: '/auth/v2/users/sessions/recovery-code',
    audience: 'anyone',
    step: 'mfa.code',
    body: v.object({ email, recoveryCode, session: handle }),
    answer: finished,
    refusals: ['invalidCode', 'sessionExpired', 'challengeDead'],
  },
  /** Sends a new code (spec §9). The answer depends on the typed address, never on its account (requirements §3). */
  resendCode: {
    method: 'POST',
    path: '/auth/v2/users/sessions/resend',
    audience: 'anyone',
    step: 'mfa.resend',
    body: v.object({ email }),
    answer: v.object({
      serverNow: v.number(),
      resendAt: v.number(),
      codeExpiresAt: v.number(),
    }),
    refusals: ['resendTooSoon', 'validationLimitExceeded'],
  },
} as const satisfies Record<string, Endpoint>;
