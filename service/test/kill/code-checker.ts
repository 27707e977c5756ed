/**
 * A process that checks codes, for the test that kills it. Reads its work as JSON from standard input, checks all
 * codes ten at a time, and writes a line for each answer that reached it.
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
export interface Work {
  url: string;
  keySet: unknown;
  /** Milliseconds since the epoch at which the process begins. */
  now: number;
  /** Each with the Idempotency-Key of its caller; without one it is another caller's try. */
  checks: { index: number; email: string; code: string; session: string; key?: string }[];
}
/** What it writes, a line each. */
export interface Checked {
  index: number;
  refreshToken?: string;
  refusal?: string;
}

if (import.meta.main) {
  const work = JSON.parse(await text(process.stdin)) as Work;
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
  const write = (checked: Checked) => process.stdout.write(`${JSON.stringify(checked)}\n`);
  const queue = [...work.checks];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
        const { index, key, ...body } = check;
        const call = callFrom(`10.1.0.${index}`);
        try {
          const answer = await answerOnce('verifyCode', key, body, call, deps, (known) =>
            flows.verifyCode(body, known, deps),
          );
          write({ index, refreshToken: answer.refresh_token });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          write({ index, refusal: error.refusal });
        }
      }
    }),
  );
  await deps.store.close();
}
