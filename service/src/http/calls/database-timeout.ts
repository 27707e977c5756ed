/** Answers a call with `unavailable` within two seconds when the database does not answer (threat E1). */
import { Refusal } from '#refusal.ts';
import { startDeadline } from '#deadline.ts';
import type { Store } from '#store/store.ts';

/** Milliseconds until the database is pinged, and until the ping times out. Together below 2 s. */
const timeouts = { flow: 1000, ping: 450 };

/**
 * Resolves as the flow does, or rejects with `Refusal('unavailable')` if the flow is slow and the database answers
 * neither the ping nor any other statement (docs/decisions/database-loss.md). The flow continues in any case; a repeat
 * with the same Idempotency-Key gets its answer.
 */
export function withDatabaseTimeout<T>(work: Promise<T>, store: Pick<Store, 'ping' | 'answers'>): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop = (): void => {};
    // A plain timer is cheap: almost every call clears it before it fires.
    const asking = setTimeout(() => {
      const heard = store.answers();
      const giveUp = (): void => {
        stop();
        if (store.answers() === heard) reject(new Refusal('unavailable'));
      };
      stop = startDeadline(timeouts.ping, giveUp);
      store.ping().then(() => stop(), giveUp);
    }, timeouts.flow);
    work.then(resolve, reject).finally(() => {
      clearTimeout(asking);
      stop();
    });
  });
}
