/** The password sign-in, the one call in the first load of the app. */
import * as v from 'valibot';

import type { Endpoint } from './endpoint.ts';
import { clientType, contextData, currentPassword, email, mailboxProof } from '#fields/fields.ts';
import { challengeAnswer } from './wire-names.ts';
import { tokens } from '#tokens/tokens.ts';

export const signInEndpoints = {
  /** Password sign-in (spec §4): the tokens, or the challenge of the code step. */
  signInWithPassword: {
    method: 'POST',
    path: '/auth/v2/users/session',
    audience: 'anyone',
    step: 'password',
    body: v.object({
      email,
      password: currentPassword,
      contextData: v.optional(contextData),
      clientType,
      mailboxProof,
    }),
    answer: v.union([v.object({ basic: tokens }), challengeAnswer]),
    refusals: ['credentials', 'strategy', 'unknownDevice', 'renewalRequired'],
  },
} as const satisfies Record<string, Endpoint>;
