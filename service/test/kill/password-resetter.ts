/**
 * A process that sets passwords by mailed links, for the test that kills it. Reads its work as JSON from standard
 * input, sets all of them five at a time, and writes a line for each answer that reached it.
 */
import { text } from 'node:stream/consumers';
import { pino } from 'pino';

import type { Deps } from '#deps.ts';
import { flows } from '#flows/flows.ts';
import { answerOnce } from '#idempotency/exactly-once.ts';
import { Refusal } from '#refusal.ts';
import { loadKeys } from '#security/tokens/keys.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { createStore } from '#store/store.ts';
import { callFrom, testSettings } from '#test/setup/test-deps.ts';

/** What the parent sends. */
export interface ResetWork {
  url: string;
  keySet: unknown;
  /** Milliseconds since the epoch at which the process begins. */
  now: number;
  resets: { index: number; email: string; code: string; password: string; key: string }[];
}
/** What it writes, a line each: the refusal's name, or nothing for one that is done. */
export interface ResetDone {
  index: number;
  refusal?: string;
}

if (import.meta.main) {
  const work = JSON.parse(await text(process.stdin)) as ResetWork;
  const log = pino({ level: 'silent' });
  const keys = loadKeys(work.keySet);
  const started = Date.now();
  const deps: Deps = {
    settings: testSettings,
    store: createStore({ url: work.url, log }),
    keys,
    passwords: createPasswords({ keys }),
    googleKeys: undefined,
    clock: () => work.now + Date.now() - started,
    wakeMailWorker: () => {},
    log,
  };
  const write = (done: ResetDone) => process.stdout.write(`${JSON.stringify(done)}\n`);
  const queue = [...work.resets];
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { index, key, ...held } = next;
        const body = { ...held, passwordConfirmation: held.password };
        const call = callFrom(`10.2.0.${index}`);
        try {
          await answerOnce('resetPassword', key, body, call, deps, (known) =>
            flows.resetPassword(body, known, deps),
          );
          write({ index });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          write({ index, refusal: error.refusal });
        }
      }
    }),
  );
  await deps.store.close();
  // The thread that weighs passwords would keep the process for its idle time.
  process.exit(0);
}
