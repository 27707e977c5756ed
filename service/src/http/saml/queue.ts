/**
 * Messages of identity providers wait in a queue that is fair by network (docs/decisions/fair-queue.md). Few are read
 * at the same time, so that the service's other work runs between them; a browser waits half a minute for its page.
 */
import { seconds } from '@app/contract/fields/durations.ts';

import { networksOf, createFairQueue } from '#security/queues/fair-queue.ts';

/** In characters. Ten times an ordinary answer; a larger one waits in a separate queue, which keeps less in memory. */
const large = 65_536;

export interface SamlQueue {
  /** Runs `work` when it is the client's turn. Throws `Refusal('overloaded')` if it waits too long or too many wait. */
  run<T>(client: string, message: string, work: () => Promise<T>): Promise<T>;
}

export function createSamlQueue(): SamlQueue {
  const longestWait = seconds(30);
  // An office of 500 people behind one address fits.
  const ordinary = createFairQueue({
    atOnce: 3,
    eachAtOnce: 3,
    waitingMax: 1024,
    eachWaitingMax: 512,
    longestWait,
  });
  const others = createFairQueue({
    atOnce: 1,
    eachAtOnce: 1,
    waitingMax: 128,
    eachWaitingMax: 32,
    longestWait,
  });
  return {
    run: (client, message, work) =>
      (message.length > large ? others : ordinary).run(['networks', ...networksOf(client)], work),
  };
}
