/**
 * Asks a worker thread whether a new password is too easy to guess (threat A10). The thread starts with the first
 * request and ends when it is idle: a sign-in never waits for it and never pays for its memory
 * (docs/decisions/password-strength.md).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { minutes } from '@app/contract/fields/durations.ts';

import type { StrengthQuestion } from './password-strength-thread.ts';
import { createConcurrencyLimit } from '#security/queues/concurrency-limit.ts';

/** The thread ends after this long without a request. */
const idleMax = minutes(5);

export interface PasswordStrength {
  /** Starts the thread while a person types a new password, so that they need not wait for it. */
  expectNewPassword(): void;
  /**
   * True if a password is common, made of the person's own words, or takes too few guesses. The contract checks length
   * and composition.
   * @param words what an attacker knows of the person: email, name, company, reseller
   * @throws Refusal `overloaded` when too many wait
   */
  isGuessable(password: string, words: readonly string[]): Promise<boolean>;
}

/** One for a process: its thread holds the list of common passwords. */
export function createPasswordStrength(): PasswordStrength {
  // One request at a time; more than 64 waiting are refused, with a `Retry-After` of one second.
  const concurrency = createConcurrencyLimit(1, 64, 1);
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function startThread(): Worker {
    const started = new Worker(new URL('./password-strength-thread.ts', import.meta.url), { execArgv: [] });
    const forget = (): void => {
      if (thread === started) thread = undefined;
    };
    // An error rejects the waiting request (`once` does that); the next request starts another thread.
    started.on('error', forget);
    started.on('exit', forget);
    started.unref();
    return started;
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      void thread?.terminate();
      thread = undefined;
    }, idleMax).unref();
  }

  return {
    expectNewPassword() {
      thread ??= startThread();
      endWhenIdle();
    },
    isGuessable: (password, words) =>
      concurrency.run(async () => {
        clearTimeout(idle);
        const asked = (thread ??= startThread());
        // Only a waiting request keeps the process from ending.
        asked.ref();
        const answered = once(asked, 'message') as Promise<[boolean]>;
        asked.postMessage({ password, words } satisfies StrengthQuestion);
        try {
          const [answer] = await answered;
          return answer;
        } finally {
          asked.unref();
          endWhenIdle();
        }
      }),
  };
}
