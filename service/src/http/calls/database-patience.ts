/** A call is answered within two seconds when the database is lost, whatever the flow still waits for (threat E1). */
import { Refusal } from '#refusal.ts';
import { startDeadline } from '#deadline.ts';
import type { Store } from '#store/store.ts';

/** Milliseconds until the database is asked whether it is there, and how long it may take to say so. Together below 2 s. */
const patience = { flow: 1000, ping: 450 };

/**
 * The flow's own outcome, unless it takes long and the database does not answer: then `unavailable`. A slow flow on a
 * healthy database is waited for, and a database that answers anybody is healthy, however busy this process is
 * (docs/decisions/database-loss.md). The flow goes on in any case; a repeat with the same Idempotency-Key gets
 * its answer.
 */
export function withDatabasePatience<T>(
  work: Promise<T>,
  store: Pick<Store, 'ping' | 'answers'>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop = (): void => {};
    // A plain timer: every call sets one, and almost every call clears it before it rings.
    const asking = setTimeout(() => {
      const heard = store.answers();
      const giveUp = (): void => {
        stop();
        if (store.answers() === heard) reject(new Refusal('unavailable'));
      };
      stop = startDeadline(patience.ping, giveUp);
      store.ping().then(() => stop(), giveUp);
    }, patience.flow);
    work.then(resolve, reject).finally(() => {
      clearTimeout(asking);
      stop();
    });
  });
}
