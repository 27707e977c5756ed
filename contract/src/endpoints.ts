/**
 * Every call, once: verb, path, flow step, body, answer, and the refusals that are its own (those of any call are
 * `commonRefusals`). The apps call by these entries and the service mounts them, so a call without a flow, or a flow
 * with another answer, does not compile. The OpenAPI document is made from them.
 */
import * as v from 'valibot';

import { code, contextData, currentPassword, email, handle } from './fields.ts';
import { challengeTimes, type RefusalName } from './refusals.ts';
import { tokens } from './tokens.ts';
import type { FlowStep } from './vocabulary.ts';

export interface Endpoint {
  readonly method: 'POST';
  readonly path: `/${string}`;
  /** One line for the reader of the OpenAPI document. */
  readonly summary: string;
  /** The step under which both sides log the call (§4); calls that are no step of a flow have none. */
  readonly step?: FlowStep;
  readonly body: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** The 200 answer; null stands for 204 without a body. */
  readonly answer: v.GenericSchema | null;
  readonly refusals: readonly RefusalName[];
  /** Marks a call that changes nothing, which takes no Idempotency-Key. */
  readonly safe?: true;
}

export const endpoints = {
  /** Password sign-in (§4): `basic` with tokens, or `mfa` with the challenge of the code step. */
  signInWithPassword: {
    method: 'POST',
    path: '/auth/v2/users/session',
    summary: 'Sign in with email and password',
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
    summary: 'Finish a sign-in with the mailed code',
    step: 'mfa.code',
    body: v.object({ email, code, session: handle }),
    answer: tokens,
    refusals: ['invalidCode', 'codeExpired', 'sessionExpired', 'tooManyRequests'],
  },
  /** A new code (§9). Answers by the address typed alone, alike for every address (decisions, section 3). */
  resendCode: {
    method: 'POST',
    path: '/auth/v2/users/sessions/resend',
    summary: 'Ask for a new code by email',
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
    summary: 'Exchange a refresh token for new tokens',
    body: v.object({ refreshToken: handle }),
    answer: tokens,
    refusals: ['sessionExpired'],
  },
  /** Sign-out: ends the session of the refresh token (extension). Always 204 for a well-formed body. */
  revokeTokens: {
    method: 'POST',
    path: '/auth/v2/tokens/revoke',
    summary: 'Sign out',
    body: v.object({ refreshToken: handle }),
    answer: null,
    refusals: [],
  },
  /** A signed token for this browser, which the risk-data script keeps (extension). It proves nothing by itself. */
  issueDeviceToken: {
    method: 'POST',
    path: '/auth/v2/devices',
    summary: 'Get a token by which this device can be recognised later',
    body: v.object({}),
    answer: v.object({ deviceToken: v.string() }),
    refusals: [],
    safe: true,
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** What a caller passes. */
export type Body<Name extends EndpointName> = v.InferInput<Endpoints[Name]['body']>;
/** What a flow receives: the body after its rules (trimmed, lower-cased, unknown keys dropped). */
export type CheckedBody<Name extends EndpointName> = v.InferOutput<Endpoints[Name]['body']>;
/** What a caller receives. */
export type Answer<Name extends EndpointName> = Endpoints[Name]['answer'] extends v.GenericSchema
  ? v.InferOutput<Endpoints[Name]['answer']>
  : undefined;
/** What a flow returns: the answer as the wire writes it. */
export type WireAnswer<Name extends EndpointName> = Endpoints[Name]['answer'] extends v.GenericSchema
  ? v.InferInput<Endpoints[Name]['answer']>
  : undefined;
