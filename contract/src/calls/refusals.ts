/**
 * Every refusal of the service: its name, its HTTP status and its English message. The apps show their own words for
 * each name; the message matters only where the specification says so: that of a 403 names the sign-in method
 * (spec §8).
 */
import * as v from 'valibot';

import type { Strategy } from '#fields/vocabulary.ts';

export const refusals = {
  // What was sent cannot be read.
  malformed: { status: 400, message: 'The request could not be read.' },
  invalid: { status: 422, message: 'Some of the data is not valid.' },
  notFound: { status: 404, message: 'There is nothing at this address.' },
  methodNotAllowed: { status: 405, message: 'This address does not answer that method.' },
  tooLarge: { status: 413, message: 'The request is too large.' },
  unsupportedMediaType: { status: 415, message: 'Send JSON as application/json.' },
  misdirected: { status: 421, message: 'This service does not answer for that host.' },
  forbidden: { status: 403, message: "You don't have permission to access this resource." },
  keyReused: {
    status: 409,
    message: 'This Idempotency-Key was used for another request, or that one is still under way.',
  },

  // Signing in.
  credentials: { status: 401, message: 'The credentials provided are incorrect.' },
  strategy: { status: 403, message: 'This account signs in another way.' },
  /** The service has no such passkey: it was removed, or the account signs in in another way by now. */
  unknownPasskey: { status: 404, message: 'This passkey is not known.' },
  // Google vouches for the token, but not for its address: the account's owner confirms by a mailed link first.
  identityUnconfirmed: { status: 403, message: 'We have sent an email to confirm this sign-in.' },
  /** Too many wrong tries by devices that the account does not know: a mailed link makes this one known. */
  unknownDevice: {
    status: 429,
    message: 'Too many failed attempts. Confirm this device by mail to sign in.',
  },
  /** Too many wrong codes. The message names no method, as another app would take it for the account's (spec §8). */
  renewalRequired: { status: 403, message: 'Too many wrong codes. Use account recovery to sign in again.' },
  invalidCode: { status: 401, message: 'The code is wrong or expired.' },
  codeExpired: { status: 401, message: 'The code has expired.' },
  sessionExpired: { status: 401, message: 'The session has expired.' },
  /** `tooManyRequests` on the wire (`wire-names.ts`). */
  challengeDead: {
    status: 429,
    message: 'Too many failed attempts, please log in again with credentials.',
  },
  resendTooSoon: { status: 429, message: 'A new code can be requested after 60 seconds.' },
  validationLimitExceeded: { status: 429, message: 'Too many codes were requested.' },

  // Single sign-on: no company has claimed the domain of the address.
  ssoNotConfigured: { status: 404, message: 'Single sign-on is not set up for this address.' },

  // The dashboard (requirements §5).
  /** The sign-in is too old for what was asked: RFC 9470's `insufficient_user_authentication`. */
  reauthenticationRequired: { status: 401, message: 'Sign in again to do this.' },
  changedMeanwhile: { status: 409, message: 'Somebody else has changed this meanwhile.' },
  /** It is not in the state that the change needs, or it would lock the caller out. */
  notPossible: { status: 409, message: 'This is not possible as things are.' },
  claimedElsewhere: { status: 409, message: 'Another company has claimed this domain.' },
  recordNotFound: { status: 409, message: 'The DNS record was not found.' },
  testRequired: { status: 409, message: 'A test sign-in has to pass first.' },
  ssoRequired: { status: 409, message: 'The company requires single sign-on.' },
  /** The company's admins have reached the daily limit of emails to this mailbox. */
  mailedTooOften: { status: 409, message: 'This mailbox has got too many mails today.' },

  // Mailed links. The message of the first is a word of the wire (spec §8).
  invalidLink: { status: 400, message: 'invalid_code' },
  linkExpired: { status: 410, message: 'The link has expired.' },

  // Load and faults.
  rateLimited: { status: 429, message: 'Too many requests, please try again shortly.' },
  overloaded: { status: 503, message: 'The service is busy, please try again shortly.' },
  unavailable: { status: 503, message: 'The service is not available, please try again shortly.' },
  unknown: { status: 500, message: 'An error occurred and we are looking into it.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalName = keyof typeof refusals;

/** The refusals that any call can meet, besides those that its entry names. */
export const commonRefusals = [
  'malformed',
  'invalid',
  'tooLarge',
  'unsupportedMediaType',
  'misdirected',
  'keyReused',
  'rateLimited',
  'overloaded',
  'unavailable',
  'unknown',
] as const satisfies readonly RefusalName[];

/** The refusals that any call with an access token can meet, besides `commonRefusals`. */
export const signedInRefusals = [
  'sessionExpired',
  'forbidden',
  'notFound',
] as const satisfies readonly RefusalName[];

/** The message of a `strategy` refusal contains the word that names the method (requirements §4 "Sign-in method"). */
export const strategyMessages: Record<Strategy, string> = {
  password: 'This account signs in with email and password.',
  google: 'This account signs in with Google.',
  saml: 'This account signs in with SAML.',
};

/** Which method a 403's message names, or undefined if none (spec §8). */
export function strategyNamed(message: string): Strategy | undefined {
  if (/google/i.test(message)) return 'google';
  if (/saml/i.test(message)) return 'saml';
  if (/password/i.test(message)) return 'password';
  return undefined;
}

/**
 * Times of a challenge, so that a reload, a second tab or a wrong clock shows the same count (requirements §4 "Second
 * step").
 */
export const challengeTimes = v.object({
  /** The service's clock as it answered. Milliseconds since the epoch, like the others. */
  serverNow: v.number(),
  /** When the newest code stops being good. */
  codeExpiresAt: v.number(),
  /** When a new code can be asked for. */
  resendAt: v.number(),
  /** Wrong codes that are left before the challenge is dead. */
  triesLeft: v.number(),
});
export type ChallengeTimes = v.InferOutput<typeof challengeTimes>;

/** The body of every refusal. */
export const errorBody = v.object({
  error: v.object({ name: v.string(), message: v.string() }),
  /** Field name to problems; only with 422. */
  fields: v.optional(v.record(v.string(), v.array(v.string()))),
  /** Only on refusals of a code whose challenge is still alive. */
  challenge: v.optional(challengeTimes),
  /** Only with `changedMeanwhile`: what the call would have changed, as it is now. */
  present: v.optional(v.unknown()),
  /** Names this answer in the logs. */
  requestId: v.string(),
});
export type ErrorBody = v.InferOutput<typeof errorBody>;
