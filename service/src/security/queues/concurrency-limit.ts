/** ConcurrencyLimit: at most so many at once, so many more in the queue, and an honest no above that (threat E5). */
import { Refusal } from '#refusal.ts';

export interface ConcurrencyLimit {
  /** Runs `work` when it is its turn. Throws `Refusal('overloaded')` at once when the queue is full. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** `atOnce` run together and `queue` wait, in the order they came; `retryAfter` is in seconds. */
export function createConcurrencyLimit(atOnce: number, queue: number, retryAfter: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= queue) throw new Refusal('overloaded', { retryAfter });
        // The one that ends hands its place on, so `running` does not change for those who waited.
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
