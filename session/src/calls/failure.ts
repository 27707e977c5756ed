/** The failures of a call, and the function that decides which one an HTTP answer is (spec §8). */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import {
  challengeTimes,
  type ErrorBody,
  strategyNamed,
  type ChallengeTimes,
  type RefusalName,
} from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import * as v from 'valibot';

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

/** The kinds that any call can meet. */
type CommonFailure =
  | {
      readonly kind:
        /** No answer, an incomplete answer, or the app's own timeout. */
        | 'network'
        /** 504. */
        | 'timeout'
        /** 401. */
        | 'sessionExpired'
        /** 403, of a call that anyone may make: one that names no sign-in method. */
        | 'forbidden'
        /** 429: too many requests from this client or for this account. */
        | 'rateLimited'
        /** Any 5xx but 504; with a token also an unreadable answer, and any refusal without its own kind. */
        | 'unknown';
    }
  /** 422: field name to problems; empty when the service named no field. */
  | { readonly kind: 'invalid'; readonly fields: Readonly<Record<string, readonly string[]>> };

/** The kinds without details that only a call that anyone may make can meet. */
type PublicKind =
  /** 429: the account is under attack and accepts passwords only from known devices. A mailed link makes one known. */
  | 'unknownDevice'
  /** 403: the password must be renewed by a mailed link, after too many wrong codes. */
  | 'renewalRequired'
  /** The challenge of the code step is dead after its last wrong code. */
  | 'challengeDead'
  /** A new code was requested before the wait was over. */
  | 'resendTooSoon'
  /** All new codes of this challenge were already sent. */
  | 'validationLimitExceeded'
  /** 401, any other 4xx without its own kind, or a success whose body cannot be read. */
  | 'credentials'
  /** 403: a mailed link has to confirm the Google account first. */
  | 'identityUnconfirmed'
  | 'invalidCode'
  | 'codeExpired'
  /** The mailed link is invalid: body message `invalid_code` (spec §8). */
  | 'invalidLink'
  /** 410. */
  | 'linkExpired'
  /** 404: no company has claimed the domain of the address for single sign-on. */
  | 'ssoNotConfigured';

/** A failed call that anyone may make. An app has a text for each `kind`; one without does not compile. */
export type Failure = FailureFacts &
  (
    | CommonFailure
    | { readonly kind: PublicKind }
    /** 403 whose message names the method that the account signs in with. */
    | { readonly kind: 'strategy'; readonly strategy: Strategy }
  );

/** A failed call with an access token. */
export type SignedInFailure = FailureFacts &
  (
    | CommonFailure
    | {
        readonly kind:
          /** 401: the sign-in is too old for this, and the person did not confirm it. */
          | 'reauthenticationRequired'
          /** 404. */
          | 'notFound';
      }
    /** 409: someone else has changed it. `present` is its current state, as the call that reads it answers. */
    | { readonly kind: 'changedMeanwhile'; readonly present: unknown }
    /** A refusal that the call's entry lists as its own: the screen has words for it. */
    | { readonly kind: 'refused'; readonly refusal: RefusalName }
  );

export type AnyFailure = Failure | SignedInFailure;

/** The fields of an HTTP answer that decide which failure it is. */
export interface FailedAnswer {
  readonly status: number;
  /** The `Retry-After` header, not parsed. Across origins it is readable only when the service exposes it. */
  readonly retryAfter: string | null;
  /** Parsed JSON, or the text of a body that is not JSON. */
  readonly body: unknown;
}

type Called = Pick<Endpoint, 'audience' | 'refusals'>;

/**
 * Maps an answer to a failure. The status decides first. A refusal's name counts only if the call's entry in the
 * contract lists it, so an unexpected name cannot change the failure.
 * Source: spec §8 and requirements §4 "Which failure gets which words".
 *
 * @param now milliseconds since the epoch, for a `Retry-After` that is a date
 */
export function failureOf(
  answer: FailedAnswer,
  entry: Called & { readonly audience: 'anyone' },
  now: number,
): Failure;
export function failureOf(answer: FailedAnswer, entry: Called, now: number): AnyFailure;
export function failureOf(
  answer: FailedAnswer,
  { audience, refusals = [] }: Called,
  now: number,
): AnyFailure {
  const { status } = answer;
  const body = readErrorBody(answer.body);
  const facts: FailureFacts = {
    status,
    retryAfter: secondsToWait(answer.retryAfter, now),
    requestId: body.requestId,
    supportCode: body.requestId === undefined ? undefined : supportCodeOf(body.requestId),
    challenge: body.challenge,
  };
  const isNamed = (name: RefusalName): boolean => refusalOnTheWire(name) === body.name;
  const refused = refusals.find(isNamed);

  if (status < 500 && refusals.includes('invalidLink')) {
    const kind = kindOfLinkFailure(status, body.message);
    if (kind) return { ...facts, kind };
  }

  if (status === 504) return { ...facts, kind: 'timeout' };
  if (status >= 500) return { ...facts, kind: 'unknown' };
  if (status === 422) return { ...facts, kind: 'invalid', fields: body.fields ?? {} };
  if (status === 429) return { ...facts, kind: kindOf429(refused) };
  if (audience !== 'anyone') {
    if (status === 409 && isNamed('changedMeanwhile'))
      return { ...facts, kind: 'changedMeanwhile', present: body.present };
    const kind = signedInKinds.find(isNamed);
    if (kind) return { ...facts, kind };
    if (refused) return { ...facts, kind: 'refused', refusal: refused };
    return { ...facts, kind: signedInKindOf[status] ?? 'unknown' };
  }
  if (status === 403) {
    if (refused === 'identityUnconfirmed' || refused === 'renewalRequired')
      return { ...facts, kind: refused };
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

/** Refusals of any call with a token that have their own kind. */
const signedInKinds = ['sessionExpired', 'reauthenticationRequired', 'forbidden', 'notFound'] as const;
/** What an answer without a name that counts means, by its status. */
const signedInKindOf: Readonly<Record<number, (typeof signedInKinds)[number]>> = {
  401: 'sessionExpired',
  403: 'forbidden',
  404: 'notFound',
};

/** Calls that use a mailed link report two failures by the body's message, with any status (spec §8). */
function kindOfLinkFailure(
  status: number,
  message: string | undefined,
): PublicKind | 'rateLimited' | undefined {
  if (message === 'invalid_code') return 'invalidLink';
  if (message === 'too_many_requests') return 'rateLimited';
  return status === 410 ? 'linkExpired' : undefined;
}

function kindOf429(refused: RefusalName | undefined): PublicKind | 'rateLimited' {
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

/** The fields of a refusal's body. */
interface ReadError {
  readonly name: string | undefined;
  readonly message: string | undefined;
  readonly fields: ErrorBody['fields'];
  readonly challenge: ErrorBody['challenge'];
  readonly requestId: string | undefined;
  /** What a change was about, as it is now. */
  readonly present: unknown;
}

/**
 * Reads any JSON body of a refusal: a `name` or a `message`, inside `error` or beside it, with or without a
 * `requestId`. A field that is missing or of another type is undefined.
 */
function readErrorBody(body: unknown): ReadError {
  const { error, name, message, fields, challenge, requestId, present } = record(body);
  const inner = record(error);
  const times = v.safeParse(challengeTimes, challenge);
  return {
    name: text(inner['name']) ?? text(name),
    message: text(inner['message']) ?? text(message),
    fields: isFields(fields) ? fields : undefined,
    challenge: times.success ? times.output : undefined,
    requestId: text(requestId),
    present,
  };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isFields = (value: unknown): value is Record<string, string[]> =>
  Object.values(record(value)).every(
    (problems) => Array.isArray(problems) && problems.every((problem) => typeof problem === 'string'),
  );
