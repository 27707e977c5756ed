/** Makes the calls of the contract: checks the answer, repeats after a lost connection. Never throws. */
import type { AnswerOf, BodyOf, Endpoint } from '@app/contract/calls/endpoint.ts';
import { limits } from '@app/contract/fields/limits.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import { logAnswer } from '#log/log-calls.ts';
import { raiseStep } from '#pages/flow-steps.ts';
import { randomId } from './random-id.ts';
import { outcomeOf, requestWithRepeat, type Outcome } from './request.ts';

export interface CallOptions {
  /**
   * Idempotency key of this attempt: the service answers a repeat with the first answer. Pass the same key again to
   * repeat an attempt whose answer was lost. 1 to 128 visible ASCII characters; generated when omitted.
   */
  readonly idempotencyKey?: string;
  /** Ends the call early, with a `network` failure. */
  readonly signal?: AbortSignal;
}

export interface Client {
  call<Entry extends Endpoint>(
    entry: Entry,
    body: BodyOf<Entry>,
    options?: CallOptions,
  ): Promise<Outcome<AnswerOf<Entry>>>;
}

export interface ClientOptions {
  /** The base URL of every call, with or without a trailing slash (requirements §2 "AUTH_URL"). */
  readonly authUrl: string;
  /** The detected origin platform, sent as `x-origin`. */
  readonly platform: Platform;
  /** Replaces the browser's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout in milliseconds for a call, its repeat and reading the answer together. */
  readonly timeout?: number;
}

/**
 * Makes the client of the auth service: JSON both ways, no cookies, `x-origin` and `x-platform`, an Idempotency-Key on
 * every call that changes something (spec §7; requirements §3, requirements §4 "Exactly once").
 *
 * A call whose connection broke is repeated once, immediately, with the same key and within the same timeout. The
 * service answers a repeat with its first answer, so no change happens twice, and a code that was accepted while the
 * answer was lost still signs the person in. A call is not repeated after a timeout or an abort by the caller, or while
 * the browser is offline.
 */
export function createClient(options: ClientOptions): Client {
  const { platform, timeout = limits.callTimeout } = options;
  const base = options.authUrl.replace(/\/+$/, '');
  return {
    async call<Entry extends Endpoint>(
      entry: Entry,
      body: BodyOf<Entry>,
      { idempotencyKey = randomId(), signal }: CallOptions = {},
    ): Promise<Outcome<AnswerOf<Entry>>> {
      if (entry.step) raiseStep(entry.step);
      const timer = AbortSignal.timeout(timeout);
      const init: RequestInit = {
        method: entry.method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-origin': platform,
          'x-platform': 'authentication-ui',
          ...(!entry.safe && { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify(body),
        credentials: 'omit',
        // A password must not be sent on to the target of a redirect.
        redirect: 'error',
        signal: signal ? AbortSignal.any([timer, signal]) : timer,
      };

      const result = await requestWithRepeat(base + entry.path, init, options.fetch);
      const outcome = (await outcomeOf(result, entry)) as Outcome<AnswerOf<Entry>>;
      logAnswer(entry, outcome);
      return outcome;
    },
  };
}
