/**
 * A process that calls flows, for the tests that kill it. Reads its calls as JSON from standard input and writes one line
 * for each answer.
 */
import { text } from 'node:stream/consumers';
import { pino } from 'pino';

import type { Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';
import { loadKeys } from '#security/tokens/keys.ts';
import { createPasswordStrength } from '#security/passwords/password-strength.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { createMetrics } from '#metrics/metrics.ts';
import { createStore } from '#store/store.ts';
import { callFrom, lowestCost, testSettings } from '#test/setup/test-deps.ts';

/** The flows that the tests call, with their bodies. */
interface Bodies {
  verifyCode: { email: string; code: string; session: string };
  resetPassword: { email: string; code: string; password: string; passwordConfirmation: string };
}
type Name = keyof Bodies;

/** One call. Without an Idempotency-Key (`key`) it is the try of another caller. */
export interface Task<N extends Name = Name> {
  readonly index: number;
  readonly client: string;
  readonly body: Bodies[N];
  readonly key?: string;
}

/** The JSON that the parent sends. */
export interface Work<N extends Name = Name> {
  readonly url: string;
  readonly keySet: unknown;
  /** The time of the process, in milliseconds since the epoch. */
  readonly now: number;
  readonly flow: N;
  /** How many calls run in parallel. */
  readonly atOnce: number;
  readonly tasks: readonly Task<N>[];
}

/** One output line: the answer of the flow or the refusal's name. */
export interface Done {
  readonly index: number;
  readonly answer?: unknown;
  readonly refusal?: string;
}

async function run(work: Work): Promise<void> {
  const log = pino({ level: 'silent' });
  const keys = loadKeys(work.keySet);
  const deps: Deps = {
    settings: testSettings,
    store: createStore({ url: work.url, log }),
    keys,
    passwords: createPasswords({ keys, today: lowestCost }),
    passwordStrength: createPasswordStrength(),
    breachedPasswords: undefined,
    googleKeys: undefined,
    txtRecords: { lookUp: async () => undefined },
    // The clock is stopped, so that on a slow machine the lease of a killed call does not end.
    clock: () => work.now,
    wakeMailWorker: () => {},
    log,
    metrics: createMetrics(),
  };
  const call = async ({ body, client, key }: Task): Promise<Omit<Done, 'index'>> => {
    try {
      const flow = flows[work.flow] as (...given: unknown[]) => Promise<unknown>;
      const answer = await answerOnce({ name: work.flow, key, body, call: callFrom(client), deps }, (known) =>
        flow(body, known, deps),
      );
      return { answer };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error.refusal };
      throw error;
    }
  };
  const queue = [...work.tasks];
  await Promise.all(
    Array.from({ length: work.atOnce }, async () => {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        const done: Done = { index: task.index, ...(await call(task)) };
        process.stdout.write(`${JSON.stringify(done)}\n`);
      }
    }),
  );
  await deps.store.close();
  // The thread that checks password strength would keep the process running until it is idle.
  process.exit(0);
}

if (import.meta.main) await run(JSON.parse(await text(process.stdin)) as Work);
