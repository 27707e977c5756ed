/**
 * What the service counts (docs/operations.md "Metrics, traces and alerts"). The values of every label are from a list
 * that the source knows: no address, no id, no requested path.
 */
import { Counter, Histogram } from 'prom-client';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import { type Strategy, type Way, ways } from '@app/contract/fields/vocabulary.ts';

import { createFigures, type Figures } from './figures.ts';
import { addGauges, type Gauged } from './gauges.ts';

/** A sign-in that opened a session, that waits for its code, or that was refused, with the true reason. */
interface CountedSignIn {
  readonly method: Strategy;
  /** Of a success by password: what proved it beside the password, as in the sign-in log; undefined: nothing. */
  readonly way?: Way | undefined;
  readonly outcome: 'success' | 'challenged' | 'refused';
  readonly reason?: EventReason | undefined;
}

export interface Metrics extends Figures {
  /** Counts one answer. `seconds` is the time from the request to the end of the answer. */
  answered(answer: {
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
    readonly refusal: string | undefined;
  }): void;
  signedIn(signIn: CountedSignIn): void;
  code(outcome: 'sent' | 'right' | 'wrong' | 'expired' | 'refused'): void;
  /** @param outcome 'success', or the name of the refusal */
  refreshed(outcome: string): void;
  /** @param limit of `limitNames` */
  limited(limit: string): void;
  /** `retried`: the mail server did not take it, and is asked again. */
  mailed(kind: string, outcome: 'sent' | 'retried' | 'failed'): void;
  /** A call that hashes had its turn after so many seconds. */
  hashWaited(seconds: number): void;
  hashRefused(): void;
  /** A password was looked up among those of data breaches; `failed`: it counts as unknown. */
  breachLookedUp(outcome: 'known' | 'unknown' | 'failed'): void;
  /** Adds the figures that are measured only at a scrape. */
  measure(gauged: Gauged): void;
}

const answerTimes = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
const waitTimes = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4];

export function createMetrics(): Metrics {
  const { registry, text, contentType } = createFigures();
  const registers = [registry];
  let isMeasured = false;
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });

  const answers = counter('http_requests_total', 'Answered requests', ['route', 'status', 'refusal']);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route', 'status'],
    buckets: answerTimes,
    registers,
  });
  const signIns = counter(
    'sign_ins_total',
    'Sign-ins by method, way beside the password, outcome and true reason',
    ['method', 'way', 'outcome', 'reason'],
  );
  const codes = counter('sign_in_codes_total', 'Mailed codes of sign-ins by what became of them', [
    'outcome',
  ]);
  const refreshes = counter('token_refreshes_total', 'Refreshes of tokens by outcome', ['outcome']);
  const limits = counter('limit_refusals_total', 'Refusals by the limit that was full', ['limit']);
  const mails = counter('outbox_mails_total', 'Tries to deliver a mail by kind and outcome', [
    'kind',
    'outcome',
  ]);
  const waits = new Histogram({
    name: 'hash_queue_wait_seconds',
    help: 'Time that a call which hashes a password waited for its turn',
    buckets: waitTimes,
    registers,
  });
  const hashRefusals = counter('hash_queue_refusals_total', 'Calls that the queue of hashes refused', []);

  const breachLookUps = counter(
    'breached_password_look_ups_total',
    'Passwords looked up among those of data breaches, by outcome',
    ['outcome'],
  );

  // A rate needs the zero before the first one.
  for (const method of ['google', 'saml'] as const)
    signIns.inc({ method, way: '', outcome: 'success', reason: '' }, 0);
  for (const way of ['', ...ways])
    signIns.inc({ method: 'password', way, outcome: 'success', reason: '' }, 0);
  for (const outcome of ['sent', 'right', 'wrong', 'expired', 'refused']) codes.inc({ outcome }, 0);
  for (const outcome of ['sent', 'retried', 'failed']) mails.inc({ kind: 'loginCode', outcome }, 0);
  refreshes.inc({ outcome: 'success' }, 0);
  for (const outcome of ['known', 'unknown', 'failed']) breachLookUps.inc({ outcome }, 0);
  limits.inc({ limit: 'default' }, 0);

  return {
    answered({ route, status, seconds, refusal }) {
      answers.inc({ route, status, refusal: refusal ?? '' });
      durations.observe({ route, status }, seconds);
    },
    signedIn: ({ method, way = '', outcome, reason = '' }) => signIns.inc({ method, way, outcome, reason }),
    code: (outcome) => codes.inc({ outcome }),
    refreshed: (outcome) => refreshes.inc({ outcome }),
    limited: (limit) => limits.inc({ limit }),
    mailed(kind, outcome) {
      mails.inc({ kind, outcome });
      if (kind === 'loginCode' && outcome === 'sent') codes.inc({ outcome });
    },
    hashWaited: (seconds) => waits.observe(seconds),
    hashRefused: () => hashRefusals.inc(),
    breachLookedUp: (outcome) => breachLookUps.inc({ outcome }),
    measure(given) {
      // A second app of the same deps measures the same.
      if (!isMeasured) addGauges(registry, given);
      isMeasured = true;
    },
    text,
    contentType,
  };
}
