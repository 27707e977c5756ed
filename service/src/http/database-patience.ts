/** A call is answered within two seconds when the database is lost, whatever the flow still waits for (docs/security.md E1). */
import { setTimeout as wait } from 'node:timers/promises';

import { Refusal } from '#refusal.ts';

/** Milliseconds until the database is asked whether it is there, and how long it may take to say so. Together below 2 s. */
const patience = { flow: 1000, ping: 450 };

/**
 * The flow's own outcome, unless it takes long and the database does not answer: then `unavailable`. A slow flow on a
 * healthy database is waited for. The flow goes on in any case; a repeat with the same Idempotency-Key gets its answer.
 */
export async function withDatabasePatience<T>(work: Promise<T>, ping: () => Promise<unknown>): Promise<T> {
  const done = new AbortController();
  // Both branches of the race must be settled quietly: the loser's rejection has no other listener.
  work.then(
    () => done.abort(),
    () => done.abort(),
  );
  const watch = async (): Promise<T> => {
    await wait(patience.flow, undefined, { signal: done.signal });
    const late = wait(patience.ping, 'late', { signal: done.signal });
    const alive = await Promise.race([
      ping().then(
        () => 'alive',
        () => 'late',
      ),
      late,
    ]);
    if (alive === 'late') throw new Refusal('unavailable');
    return work;
  };
  return Promise.race([
    work,
    watch().catch((error: unknown) => (done.signal.aborted ? work : Promise.reject(error))),
  ]);
}
