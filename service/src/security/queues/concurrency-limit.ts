/** Limits how many tasks run at the same time and how many wait; refuses the rest (threat E5). */
import { Refusal } from '#refusal.ts';

export interface ConcurrencyLimit {
  /** Runs `work` when it is its turn. Throws `Refusal('overloaded')` immediately when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** `atOnce` tasks run, `queue` tasks wait in their order; `retryAfter` is in seconds. */
export function createConcurrencyLimit(atOnce: number, queue: number, retryAfter: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= queue) throw new Refusal('overloaded', { retryAfter });
        // A task that ends hands its slot to this one, so `running` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
