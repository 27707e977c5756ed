/** The failures of a call, and the function that decides which one an HTTP answer is (spec §8). */
import { strategyNamed, type ChallengeTimes, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';

import { readErrorBody } from './read-error-body.ts';

/** Details of any failure, for texts, waits and logs. Only `kind` decides which failure it is. */
interface FailureFacts {
  /** HTTP status; undefined without an answer. */
  readonly status?: number | undefined;
  /** Seconds to wait before another try (`Retry-After`). */
  readonly retryAfter?: number | undefined;
  /** The request's id in the service's logs. */
  readonly requestId?: string | undefined;
  /** The same in short, for the person to read aloud; undefined without an answer of the service. */
  readonly supportCode?: string | undefined;
  /** The challenge's times, on a refused code whose challenge is not dead. */
  readonly challenge?: ChallengeTimes | undefined;
}

/** The kinds without details of their own. */
export type PlainFailureKind =
  /** No answer, an incomplete answer, or the app's own timeout. */
  | 'network'
  /** 504. */
  | 'timeout'
  /** 429: the account is under attack and accepts passwords only from known devices. A mailed link makes one known. */
  | 'unknownDevice'
  /** 403: the password must be renewed by a mailed link, after too many wrong codes. */
  | 'renewalRequired'
  /** 429 of any call: too many requests from this client or for this account. */
  | 'rateLimited'
  /** The challenge of the code step is dead after its last wrong code. */
  | 'challengeDead'
  /** A new code was requested before the wait was over. */
  | 'resendTooSoon'
  /** All new codes of this challenge were already sent. */
  | 'validationLimitExceeded'
  /** 401, any 4xx that has no kind of its own, or a success that cannot be read. */
  | 'credentials'
  /** 403 that names no sign-in method. */
  | 'forbidden'
  /** 403: a mailed link has to confirm the Google account first. */
  | 'identityUnconfirmed'
  | 'invalidCode'
  | 'codeExpired'
  /** The mailed link is invalid: body message `invalid_code` (spec §8). */
  | 'invalidLink'
  /** 410. */
  | 'linkExpired'
  | 'sessionExpired'
  /** 404: no company has claimed the domain of the address for single sign-on. */
  | 'ssoNotConfigured'
  /** Any 5xx but 504. */
  | 'unknown';

/** A failed call. Switch on `kind`; the texts of all kinds are a `satisfies Record<Failure['kind'], …>`. */
export type Failure = FailureFacts &
  (
    | { readonly kind: PlainFailureKind }
    /** 422: field name to problems; empty when the service named no field. */
    | { readonly kind: 'invalid'; readonly fields: Readonly<Record<string, readonly string[]>> }
    /** 403 whose message names the method that the account signs in with. */
    | { readonly kind: 'strategy'; readonly strategy: Strategy }
  );

/** The fields of an HTTP answer that decide which failure it is. */
export interface FailedAnswer {
  readonly status: number;
  /** The `Retry-After` header, not parsed. Across origins it is readable only when the service exposes it. */
  readonly retryAfter: string | null;
  /** Parsed JSON, or the text of a body that is not JSON. */
  readonly body: unknown;
}

/**
 * Maps an answer to a failure. The status decides first. A refusal's name counts only if the call's entry in the
 * contract lists it, so an unexpected name cannot change the failure.
 * Source: spec §8 and requirements §4 "Which failure gets which words".
 *
 * @param refusals the refusals that the call's entry lists
 * @param now milliseconds since the epoch, for a `Retry-After` that is a date
 */
export function failureOf(answer: FailedAnswer, refusals: readonly RefusalName[], now: number): Failure {
  const { status } = answer;
  const body = readErrorBody(answer.body);
  const facts: FailureFacts = {
    status,
    retryAfter: secondsToWait(answer.retryAfter, now),
    requestId: body.requestId,
    supportCode: body.requestId === undefined ? undefined : supportCodeOf(body.requestId),
    challenge: body.challenge,
  };
  const refused = refusals.find((name) => refusalOnTheWire(name) === body.name);

  if (status < 500 && refusals.includes('invalidLink')) {
    const kind = kindOfLinkFailure(status, body.message);
    if (kind) return { ...facts, kind };
  }

  if (status === 504) return { ...facts, kind: 'timeout' };
  if (status >= 500) return { ...facts, kind: 'unknown' };
  if (status === 422) return { ...facts, kind: 'invalid', fields: body.fields ?? {} };
  if (status === 429) return { ...facts, kind: kindOf429(refused) };
  if (status === 403) {
    if (refused === 'identityUnconfirmed') return { ...facts, kind: refused };
    if (refused === 'renewalRequired') return { ...facts, kind: refused };
    const strategy = strategyNamed(body.message ?? '');
    return strategy ? { ...facts, kind: 'strategy', strategy } : { ...facts, kind: 'forbidden' };
  }
  if (
    status === 401 &&
    (refused === 'invalidCode' || refused === 'codeExpired' || refused === 'sessionExpired')
  ) {
    return { ...facts, kind: refused };
  }
  if (status === 404 && refused === 'ssoNotConfigured') return { ...facts, kind: refused };
  return { ...facts, kind: 'credentials' };
}

/** Calls that use a mailed link report two failures by the body's message, with any status (spec §8). */
function kindOfLinkFailure(status: number, message: string | undefined): PlainFailureKind | undefined {
  if (message === 'invalid_code') return 'invalidLink';
  if (message === 'too_many_requests') return 'rateLimited';
  return status === 410 ? 'linkExpired' : undefined;
}

function kindOf429(refused: RefusalName | undefined): PlainFailureKind {
  if (refused === 'resendTooSoon' || refused === 'validationLimitExceeded' || refused === 'unknownDevice')
    return refused;
  return refused === 'challengeDead' ? refused : 'rateLimited';
}

/** `Retry-After` is a number of seconds or an HTTP date (RFC 9110 §10.2.3); anything else is ignored. */
function secondsToWait(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  // Date.parse also accepts '-5' as a date; every HTTP date ends in GMT.
  const date = header.endsWith('GMT') ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
