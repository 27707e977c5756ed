/**
 * Wakes calls of this process that wait for another one to settle: a try that holds the last place of a limit, or the
 * first call with an Idempotency-Key. One is woken at a time, so that each waiting call costs one more statement and not
 * one for every few milliseconds. What other processes settle is found by looking again, rarely.
 */
export interface Settlements {
  /** One call that held these keys has settled: for each key a call that waits for it is woken, and none for several. */
  announce(keys: readonly string[]): void;
  /**
   * Resolves when one of the keys is announced, or after `longest` milliseconds: true. Resolves to false at once if too
   * many wait.
   */
  wait(keys: readonly string[], longest: number): Promise<boolean>;
}

interface Waiting {
  readonly keys: readonly string[];
  wake(): void;
}

/** Calls that wait in one process. */
const waitingMax = 1000;

export function createSettlements(): Settlements {
  const waiting = new Map<string, Set<Waiting>>();
  let count = 0;
  return {
    announce(keys) {
      const woken = new Set<string>();
      for (const key of keys) {
        const [first] = woken.has(key) ? [] : (waiting.get(key) ?? []);
        for (const awaited of first?.keys ?? []) woken.add(awaited);
        first?.wake();
      }
    },
    async wait(keys, longest) {
      if (count >= waitingMax) return false;
      count += 1;
      await new Promise<void>((resolve) => {
        const one: Waiting = {
          keys,
          wake() {
            clearTimeout(timer);
            for (const key of keys) {
              const line = waiting.get(key);
              line?.delete(one);
              if (line?.size === 0) waiting.delete(key);
            }
            resolve();
          },
        };
        const timer = setTimeout(() => one.wake(), longest);
        for (const key of keys) {
          const line = waiting.get(key) ?? new Set();
          waiting.set(key, line.add(one));
        }
      });
      count -= 1;
      return true;
    },
  };
}
