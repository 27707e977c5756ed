/** A call is answered within two seconds when the database is lost, whatever the flow still waits for (docs/security.md E1). */
import { Refusal } from '#refusal.ts';

/** Milliseconds until the database is asked whether it is there, and how long it may take to say so. Together below 2 s. */
const patience = { flow: 1000, ping: 450 };

/**
 * The flow's own outcome, unless it takes long and the database does not answer: then `unavailable`. A slow flow on a
 * healthy database is waited for. The flow goes on in any case; a repeat with the same Idempotency-Key gets its answer.
 */
export function withDatabasePatience<T>(work: Promise<T>, ping: () => Promise<unknown>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new Refusal('unavailable'));
    let late: NodeJS.Timeout | undefined;
    // Plain timers: every call sets one, and almost every call clears it before it rings.
    const asking = setTimeout(() => {
      late = setTimeout(giveUp, patience.ping);
      ping().then(() => clearTimeout(late), giveUp);
    }, patience.flow);
    work.then(resolve, reject).finally(() => {
      clearTimeout(asking);
      clearTimeout(late);
    });
  });
}
