/**
 * Wakes calls of this process that wait for another call: for a reserved slot of a rate limit to be settled, or for the
 * first call with an Idempotency-Key to end. One waiting call is woken at a time, so that each costs one more statement
 * and does not poll. What other processes settle is found by looking again, rarely.
 */
export interface Notifier {
  /** The call that held these keys has ended: wakes one waiting call for each key, and none for several keys. */
  notify(keys: readonly string[]): void;
  /**
   * Resolves to true when one of the keys is notified, or after `longest` milliseconds. Resolves to false at once if
   * too many calls wait.
   */
  wait(keys: readonly string[], longest: number): Promise<boolean>;
  /** Holds the key for a call of this process. False: another one holds it, which notifies it at its end. */
  hold(key: string): boolean;
  /** Ends what `hold` began, and notifies the key. */
  release(key: string): void;
}

interface WaitingCall {
  readonly keys: readonly string[];
  wake(): void;
}

/** Calls that wait in one process. */
const waitingMax = 1000;

export function createNotifier(): Notifier {
  const waiting = new Map<string, Set<WaitingCall>>();
  const held = new Set<string>();
  let count = 0;
  const notify = (keys: readonly string[]): void => {
    const woken = new Set<string>();
    for (const key of keys) {
      const [first] = woken.has(key) ? [] : (waiting.get(key) ?? []);
      for (const awaited of first?.keys ?? []) woken.add(awaited);
      first?.wake();
    }
  };
  return {
    notify,
    hold(key) {
      if (held.has(key)) return false;
      held.add(key);
      return true;
    },
    release(key) {
      held.delete(key);
      notify([key]);
    },
    async wait(keys, longest) {
      if (count >= waitingMax) return false;
      count += 1;
      await new Promise<void>((resolve) => {
        const call: WaitingCall = {
          keys,
          wake() {
            clearTimeout(timer);
            for (const key of keys) {
              const queue = waiting.get(key);
              queue?.delete(call);
              if (queue?.size === 0) waiting.delete(key);
            }
            resolve();
          },
        };
        const timer = setTimeout(() => call.wake(), longest);
        for (const key of keys) {
          const queue = waiting.get(key) ?? new Set();
          waiting.set(key, queue.add(call));
        }
      });
      count -= 1;
      return true;
    },
  };
}
