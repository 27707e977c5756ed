/** The failures of a call of the dashboard, and the function that decides which one an HTTP answer is. */
import type { RefusalName } from '@app/contract/calls/refusals.ts';
import { supportCodeOf } from '@app/contract/fields/support-code.ts';
import { refusalFromWire } from '@app/contract/calls/wire-names.ts';
import { readErrorBody } from '@app/session/calls/read-error-body.ts';
import type { Received } from '@app/session/calls/request.ts';

/** Details of any failure. Only `kind` decides which failure it is. */
interface FailureFacts {
  /** HTTP status; undefined without an answer. */
  readonly status?: number | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter?: number | undefined;
  /** The request's id in the service's logs. */
  readonly requestId?: string | undefined;
  /** What the person can read to an admin or to us, who find the reason by it. */
  readonly supportCode?: string | undefined;
}

/** The kinds without details of their own. */
export type PlainCallFailureKind =
  /** No answer, or an incomplete one. */
  | 'offline'
  /** 504. */
  | 'timeout'
  /** 401: the session has ended. */
  | 'sessionExpired'
  /** 401: the sign-in is too old for this, and the person did not confirm it. */
  | 'reauthenticationRequired'
  /** 403. */
  | 'forbidden'
  /** 404. */
  | 'notFound'
  /** 429. */
  | 'rateLimited'
  /** Anything else: 5xx, an answer that cannot be read. */
  | 'unknown';

export type CallFailure = FailureFacts &
  (
    | { readonly kind: PlainCallFailureKind }
    /** 422: field name to problems; empty when the service named no field. */
    | { readonly kind: 'invalid'; readonly fields: Readonly<Record<string, readonly string[]>> }
    /** 409: somebody else has changed it; what it is now, as the call that reads it answers. */
    | { readonly kind: 'changedMeanwhile'; readonly present: unknown }
    /** A refusal that the call's entry lists as its own: the screen has words for it. */
    | { readonly kind: 'refused'; readonly refusal: RefusalName }
  );

/** What a call answers, or its failure. */
export type CallOutcome<Answer> =
  { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly failure: CallFailure };

/** Names of the wire that are kinds of their own. */
const named = ['sessionExpired', 'reauthenticationRequired', 'forbidden', 'notFound'] as const;

/** @param refusals the refusals that the call's entry lists */
export function callFailureOf(received: Received, refusals: readonly RefusalName[]): CallFailure {
  const { status, retryAfter } = received;
  const body = jsonOf(received.text);
  const { name = '', fields, requestId } = readErrorBody(body);
  const facts: FailureFacts = {
    status,
    requestId,
    supportCode: requestId === undefined ? undefined : supportCodeOf(requestId),
    retryAfter: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
  };
  const refusal = refusalFromWire(name);
  if (status === 409 && refusal === 'changedMeanwhile') {
    return { ...facts, kind: 'changedMeanwhile', present: fieldOf(body, 'present') };
  }
  if (status === 422) return { ...facts, kind: 'invalid', fields: fields ?? {} };
  if (status === 429) return { ...facts, kind: 'rateLimited' };
  if (status === 504) return { ...facts, kind: 'timeout' };
  const kind = named.find((each) => each === refusal);
  if (kind && status < 500) return { ...facts, kind };
  if (refusal && refusals.includes(refusal) && status < 500) return { ...facts, kind: 'refused', refusal };
  if (status === 401) return { ...facts, kind: 'sessionExpired' };
  if (status === 403) return { ...facts, kind: 'forbidden' };
  return { ...facts, kind: status === 404 ? 'notFound' : 'unknown' };
}

/** A body as JSON; undefined when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldOf = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
