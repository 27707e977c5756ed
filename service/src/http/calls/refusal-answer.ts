/** Every way the service says no, as an answer: status, error body, Retry-After (requirements §3). */
import { refusals, type ErrorBody, type RefusalName } from '@app/contract/calls/refusals.ts';
import { refusalOnTheWire } from '@app/contract/calls/wire-names.ts';

import * as limits from '@app/contract/fields/limits.ts';

import { Refusal } from '#refusal.ts';
import { isDatabaseDown } from '#store/store.ts';

export interface RefusalAnswer {
  /** As the wire writes it, which is also the name in the log and the metrics. */
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** What a client hears when the flow did not say how long to wait. Seconds. */
const defaultRetryAfter: Partial<Record<RefusalName, number>> = { unavailable: 2, overloaded: 1 };

/** RFC 9470 §3: the sign-in is older than `max_age` seconds. */
const olderSignIn = `Bearer error="insufficient_user_authentication", max_age=${limits.recentSignIn / 1000}`;

/** The web framework's own refusals by status; what it says about them stays in the log. */
const byStatus: Readonly<Record<number, RefusalName>> = {
  400: 'malformed',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'malformed',
  413: 'tooLarge',
  414: 'tooLarge',
  415: 'unsupportedMediaType',
  417: 'malformed',
  431: 'tooLarge',
  503: 'unavailable',
};

/**
 * The refusal of an error. Whatever is not a refusal, a fault of the request or a lost database is `unknown`, and no
 * detail of it reaches the client.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseDown(error)) return new Refusal('unavailable');
  const status = statusOf(error);
  const name = status === undefined ? undefined : byStatus[status];
  return new Refusal(name ?? 'unknown');
}

/** `status` replaces the refusal's own where HTTP has a finer one (408, 414, 417, 431). */
export function refusalAnswer(error: unknown, requestId: string, status?: number): RefusalAnswer {
  const { refusal: name, message, details } = toRefusal(error);
  const finalStatus = status ?? finerStatus(error) ?? refusals[name].status;
  const headers: Record<string, string> = {};
  if (finalStatus === 429 || finalStatus === 503) {
    headers['retry-after'] = String(
      Math.max(1, Math.ceil(details.retryAfter ?? defaultRetryAfter[name] ?? 60)),
    );
  }
  const wireName = refusalOnTheWire(name);
  if (name === 'reauthenticationRequired') headers['www-authenticate'] = olderSignIn;
  return {
    name: wireName,
    status: finalStatus,
    headers,
    body: {
      error: { name: wireName, message },
      ...(details.fields && { fields: details.fields }),
      ...(details.challenge && { challenge: details.challenge }),
      ...(details.present !== undefined && { present: details.present }),
      requestId: details.repeatOf ?? requestId,
    },
  };
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

function finerStatus(error: unknown): number | undefined {
  const status = error instanceof Refusal ? undefined : statusOf(error);
  return status !== undefined && [408, 414, 417, 431].includes(status) ? status : undefined;
}

/**
 * The reason of a refusal, its fields with their problems, or its own words; else the code of the web framework's
 * error.
 */
export function refusalReason(error: unknown): string {
  if (error instanceof Refusal) {
    const { reason, fields = {} } = error.details;
    // Without a colon: `code: …` in a line of the log is read as a code, and cut out.
    const problems = Object.entries(fields).map(([field, says]) => `${field} ${says.join(' ')}`);
    return reason ?? (problems.length > 0 ? problems.join(', ') : error.message);
  }
  if (isDatabaseDown(error)) return 'the database does not answer';
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
    ? String(error.code)
    : 'a fault';
}
