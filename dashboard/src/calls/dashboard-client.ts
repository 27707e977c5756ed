/**
 * Makes the calls of the dashboard with an access token. A refused token is renewed once, and a sign-in that is too old
 * is confirmed by the person; the call is then repeated with the same Idempotency-Key. Never throws.
 */
import type { DashboardEndpoint } from '@app/contract/dashboard/dashboard-endpoint.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { randomId } from '@app/session/calls/random-id.ts';
import { requestWithRepeat, type Received } from '@app/session/calls/request.ts';
import { logAnswer } from '@app/session/log/log-calls.ts';
import * as v from 'valibot';

import type { DashboardSession } from '#session/dashboard-session.ts';

import { addressOf, type CallAnswer, type CallInput } from './call-entry.ts';
import { callFailureOf, jsonOf, type CallFailure, type CallOutcome } from './call-failure.ts';
import type { ConfirmSignIn } from './reauthentication.ts';

export interface DashboardCallOptions {
  /** Idempotency-Key of this attempt; generated when omitted. */
  readonly idempotencyKey?: string | undefined;
  /** Sent in place of a JSON body: a form with a file. */
  readonly form?: FormData | undefined;
  /** Ends the call early, with an `offline` failure. */
  readonly signal?: AbortSignal | undefined;
}

export interface DashboardClient {
  call<Entry extends DashboardEndpoint>(
    entry: Entry,
    input: CallInput<Entry>,
    options?: DashboardCallOptions,
  ): Promise<CallOutcome<CallAnswer<Entry>>>;
  /** All pages of a list as the text of a CSV file. */
  csv<Entry extends DashboardEndpoint>(entry: Entry, input: CallInput<Entry>): Promise<CallOutcome<string>>;
}

/** A file of all pages takes longer than any other answer. */
const fileTimeout = minutes(2);

export interface DashboardClientOptions {
  readonly authUrl: string;
  readonly session: Pick<DashboardSession, 'accessToken' | 'renew' | 'companyId'>;
  /** Asks the person to confirm the sign-in. */
  readonly confirmSignIn: ConfirmSignIn;
  /** Replaces the browser's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Timeout in milliseconds for one request and its repeat. */
  readonly timeout?: number;
}

export function createDashboardClient(options: DashboardClientOptions): DashboardClient {
  const { session, timeout = limits.callTimeout } = options;
  const base = options.authUrl.replace(/\/+$/, '');

  /** What the service answers, or why it could not be asked. */
  async function receive<Entry extends DashboardEndpoint>(
    entry: Entry,
    input: CallInput<Entry>,
    { idempotencyKey = randomId(), form, signal }: DashboardCallOptions = {},
    accept: 'application/json' | 'text/csv' = 'application/json',
  ): Promise<Received | CallFailure> {
    const json = input.body === undefined ? undefined : JSON.stringify(input.body);
    const body = form ?? json;

    const send = (token: string): Promise<Received | undefined> => {
      const url = base + addressOf(entry.path, input, session.companyId() ?? '');
      const timer = AbortSignal.timeout(accept === 'text/csv' ? fileTimeout : timeout);
      const init: RequestInit = {
        method: entry.method,
        headers: {
          accept,
          authorization: `Bearer ${token}`,
          'x-origin': 'dashboard',
          'x-platform': 'authentication-ui',
          // The browser writes the type of a form, with its boundary.
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(entry.method !== 'GET' && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body }),
        credentials: 'omit',
        redirect: 'error',
        signal: signal ? AbortSignal.any([timer, signal]) : timer,
      };
      return requestWithRepeat(url, init, options.fetch);
    };

    /** Sends with a token that the service accepts. */
    async function sendFresh(): Promise<Received | CallFailure> {
      const token = await session.accessToken();
      if (token === undefined) return noToken();
      const received = await send(token);
      if (!received) return { kind: 'offline' };
      if (received.status !== 401) return received;
      if (callFailureOf(received, entry.refusals).kind !== 'sessionExpired') return received;
      const renewed = await session.renew(token);
      if (renewed === undefined) return noToken();
      return (await send(renewed)) ?? { kind: 'offline' };
    }
    const noToken = (): CallFailure => ({
      kind: !navigator.onLine ? 'offline' : 'sessionExpired',
    });

    let result = await sendFresh();
    if (isReceived(result) && result.status === 401) {
      const failure = callFailureOf(result, entry.refusals);
      if (failure.kind === 'reauthenticationRequired' && (await options.confirmSignIn()))
        result = await sendFresh();
    }
    return result;
  }

  return {
    async call(entry, input, callOptions) {
      const result = await receive(entry, input, callOptions);
      const outcome = isReceived(result) ? outcomeOf(entry, result) : { ok: false as const, failure: result };
      // Who ended the call wants no answer.
      return callOptions?.signal?.aborted ? outcome : logged(entry, outcome);
    },
    async csv(entry, input) {
      const result = await receive(entry, input, {}, 'text/csv');
      if (!isReceived(result)) return logged(entry, { ok: false, failure: result });
      if (result.status === 200) return logged(entry, { ok: true, answer: result.text });
      return logged(entry, { ok: false, failure: callFailureOf(result, entry.refusals) });
    },
  };
}

/** Logs how a call was answered (spec §8). */
function logged<Answer>(
  { method, path }: DashboardEndpoint,
  outcome: CallOutcome<Answer>,
): CallOutcome<Answer> {
  logAnswer({ method, path }, outcome);
  return outcome;
}

const isReceived = (result: Received | CallFailure): result is Received => 'text' in result;

function outcomeOf<Entry extends DashboardEndpoint>(
  entry: Entry,
  received: Received,
): CallOutcome<CallAnswer<Entry>> {
  if (received.status >= 200 && received.status < 300) {
    // The types of the contract: an entry without an answer answers undefined.
    if (!entry.answer) return { ok: true, answer: undefined as CallAnswer<Entry> };
    const read = v.safeParse(entry.answer, jsonOf(received.text));
    if (read.success) return { ok: true, answer: read.output as CallAnswer<Entry> };
  }
  return { ok: false, failure: callFailureOf(received, entry.refusals) };
}
