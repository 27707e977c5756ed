/** Sends every request of the apps with `fetch` and turns the answer into an outcome. Never throws. */
import * as v from 'valibot';

import type { Endpoint } from '@app/contract/calls/endpoint.ts';

import type { AnyFailure, Failure } from './failure.ts';

/** The answer of a call, or its failure. */
export type Outcome<T, F extends AnyFailure = Failure> =
  { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly failure: F };

/** An answer of the network: the status, `Retry-After` and the body as text. */
export interface Received {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/**
 * Sends one request and reads its body.
 *
 * @param send replaces the browser's `fetch`
 * @returns undefined: no answer, or an incomplete one
 */
export async function request(
  url: string,
  init: RequestInit,
  send: typeof fetch = (address, options) => globalThis.fetch(address, options),
): Promise<Received | undefined> {
  try {
    const response = await send(url, init);
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  } catch {
    return undefined;
  }
}

/**
 * Sends a request that the service answers only once for its Idempotency-Key: one whose connection broke is repeated
 * once, immediately, within the same timeout. It is not repeated after a timeout or an abort by the caller, or while the
 * browser is offline.
 *
 * @param send replaces the browser's `fetch`
 * @returns undefined: no answer, or an incomplete one
 */
export async function requestWithRepeat(
  url: string,
  init: RequestInit,
  send?: typeof fetch,
): Promise<Received | undefined> {
  const result = await request(url, init, send);
  if (result || init.signal?.aborted || !(globalThis.navigator?.onLine ?? true)) return result;
  const repeated = await request(url, init, send);
  // The service still works on the first try, whose answer is lost: the result is unknown.
  return repeated?.status === 409 && repeated.text.includes('keyReused') ? undefined : repeated;
}

/**
 * Reads an answer by its schema, or by the error catalogue (spec §8). Without a schema any 2xx answers `undefined`.
 *
 * @param received undefined: no answer, or an incomplete one
 */
export async function outcomeOf(
  received: Received | AnyFailure | undefined,
  entry: Pick<Endpoint, 'answer' | 'audience' | 'refusals'>,
): Promise<Outcome<unknown, AnyFailure>> {
  if (!received) return { ok: false, failure: { kind: 'network' } };
  if ('kind' in received) return { ok: false, failure: received };
  const { status, retryAfter, text } = received;
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    if (!entry.answer) return { ok: true, answer: undefined };
    const read = v.safeParse(entry.answer, body);
    if (read.success) return { ok: true, answer: read.output };
  }
  // Loaded with the first refusal, to keep it out of the first load.
  const failures = await import('./failure.ts').catch(() => undefined);
  const failure = failures?.failureOf({ status, retryAfter, body }, entry, Date.now());
  return { ok: false, failure: failure ?? { kind: 'network' } };
}

/** The body as JSON, falling back to its text (spec §7). */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
