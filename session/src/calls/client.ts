/** Makes the calls of the contract for both apps: checks the answer, repeats after a lost connection. Never throws. */
import { takesKey, type AnswerOf, type Endpoint, type InputOf } from '@app/contract/calls/endpoint.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import { logAnswer, raiseStep } from '#log/log-calls.ts';
import type { AnyFailure, Failure } from './failure.ts';
import { outcomeOf, requestWithRepeat, type Outcome, type Received } from './request.ts';

export interface CallOptions {
  /**
   * Idempotency key of this attempt: the service answers a repeat with the first answer. Pass the same key again to
   * repeat an attempt whose answer was lost. 1 to 128 visible ASCII characters; generated when omitted.
   */
  readonly idempotencyKey?: string | undefined;
  /** Sent in place of a JSON body: a form with a file. */
  readonly form?: FormData | undefined;
  /** Ends the call early, with a `network` failure. */
  readonly signal?: AbortSignal | undefined;
}

/** `F`: the failures that its calls meet. */
export interface Client<F extends AnyFailure = Failure> {
  call<Entry extends Endpoint>(
    entry: Entry,
    input: InputOf<Entry>,
    options?: CallOptions,
  ): Promise<Outcome<AnswerOf<Entry>, F>>;
  /** All pages of a list as the text of a CSV file. */
  csv<Entry extends Endpoint>(entry: Entry, input: InputOf<Entry>): Promise<Outcome<string, F>>;
}

/** The parts of an input, whatever the call. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** How calls that need an access token are made. */
export interface Authorization<F extends AnyFailure> {
  /** The path and query of a call. */
  addressOf(path: string, input: AnyInput): string;
  /** Sends with a token that the service accepts, as often as it takes. */
  send(
    send: (token: string) => Promise<Received | undefined>,
    entry: Endpoint,
  ): Promise<Received | F | undefined>;
}

export interface ClientOptions<F extends AnyFailure = Failure> {
  /** The base URL of every call, with or without a trailing slash (requirements §2 "AUTH_URL"). */
  readonly authUrl: string;
  /** The detected origin platform, sent as `x-origin`. */
  readonly platform: Platform;
  /** Omitted: every call is one that anyone may make. */
  readonly authorization?: Authorization<F>;
  /** Replaces the browser's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Timeout in milliseconds for a request, its repeat and reading the answer together. */
  readonly timeout?: number | undefined;
}

/** A file of all pages takes longer than any other answer. */
const fileTimeout = minutes(2);

/**
 * Makes the client of the auth service: JSON both ways, no cookies, `x-origin` and `x-platform`, an Idempotency-Key on
 * every call that changes something (spec §7; requirements §3, requirements §4 "Exactly once").
 *
 * A call whose connection broke is repeated once, immediately, with the same key and within the same timeout. The
 * service answers a repeat with its first answer, so no change happens twice, and a code that was accepted while the
 * answer was lost still signs the person in. A call is not repeated after a timeout or an abort by the caller, or while
 * the browser is offline.
 */
export function createClient<F extends AnyFailure = Failure>(options: ClientOptions<F>): Client<F> {
  const { platform, authorization, timeout = limits.callTimeout } = options;
  const base = options.authUrl.replace(/\/+$/, '');

  function receive(
    entry: Endpoint,
    input: AnyInput,
    { idempotencyKey = randomId(), form, signal }: CallOptions = {},
    accept = 'application/json',
  ): Promise<Received | F | undefined> {
    const json = input.body === undefined ? undefined : JSON.stringify(input.body);
    const body = form ?? json;
    const send = (token?: string): Promise<Received | undefined> => {
      const timer = AbortSignal.timeout(accept === 'text/csv' ? fileTimeout : timeout);
      const init: RequestInit = {
        method: entry.method,
        headers: {
          accept,
          'x-origin': platform,
          'x-platform': 'authentication-ui',
          // The browser writes the type of a form, with its boundary.
          ...(json && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(takesKey(entry) && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body }),
        credentials: 'omit',
        // A password must not be sent on to the target of a redirect.
        redirect: 'error',
        signal: signal ? AbortSignal.any([timer, signal]) : timer,
      };
      const address = authorization ? authorization.addressOf(entry.path, input) : entry.path;
      return requestWithRepeat(base + address, init, options.fetch);
    };
    return authorization ? authorization.send(send, entry) : send();
  }

  return {
    async call<Entry extends Endpoint>(entry: Entry, input: InputOf<Entry>, callOptions?: CallOptions) {
      if (entry.step) raiseStep(entry.step);
      const outcome = await outcomeOf(await receive(entry, input, callOptions), entry);
      // Who leaves a read wants no answer.
      if (takesKey(entry) || !callOptions?.signal?.aborted) logAnswer(entry, outcome);
      // The entry's own schema has read the answer; its audience decides which failures there are.
      return outcome as Outcome<AnswerOf<Entry>, F>;
    },
    async csv(entry, input) {
      const received = await receive(entry, input, {}, 'text/csv');
      const outcome =
        received && 'text' in received && received.status === 200
          ? { ok: true as const, answer: received.text }
          : await outcomeOf(received, entry);
      logAnswer(entry, outcome);
      return outcome as Outcome<string, F>;
    },
  };
}

/**
 * Generates 128 random bits as 32 hex digits, for idempotency keys, the visitor id and the id of a tab. It does not use
 * `crypto.randomUUID`, which browsers do not offer on plain http, where a developer's phone may open the app.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
