/**
 * Turns shared fairly: at most so many at once, and the clients that wait take one turn each in a circle, so that what one
 * of them heaps up makes nobody else wait (docs/security.md E5). A place in the queue ends by the clock alone.
 */
import { Refusal } from '#refusal.ts';

export interface FairTurns {
  /**
   * Runs `work` when it is the client's turn. `weight`: what waiting for it keeps in memory, in characters.
   * Throws `Refusal('overloaded')` for a wait that took too long, and for the client that fills the queue most.
   */
  take<T>(client: string, weight: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * @param atOnce how many run together
 * @param longestWait milliseconds
 * @param capacity the weight of all that wait
 */
export function createFairTurns({
  atOnce,
  longestWait,
  capacity,
}: {
  atOnce: number;
  longestWait: number;
  capacity: number;
}): FairTurns {
  // In the order of their turns: a client that had one goes behind the others.
  const clients = new Map<string, Waiting[]>();
  let waitingWeight = 0;
  let running = 0;

  function leave(client: string, one: Waiting, hadItsTurn: boolean): void {
    const rest = (clients.get(client) ?? []).filter((other) => other !== one);
    if (hadItsTurn || rest.length === 0) clients.delete(client);
    if (rest.length > 0) clients.set(client, rest);
    waitingWeight -= one.weight;
  }

  /** Makes room: of the client that has most in the queue, what came last has to go. */
  function makeRoom(): void {
    while (waitingWeight > capacity) {
      const heaviest = [...clients].reduce((most, one) =>
        weightOf(one[1]) > weightOf(most[1]) ? one : most,
      );
      heaviest[1].at(-1)?.giveUp();
    }
  }

  const waitForTurn = (client: string, weight: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => one.giveUp(), longestWait);
      const one: Waiting = {
        weight,
        start: () => {
          clearTimeout(late);
          leave(client, one, true);
          resolve();
        },
        giveUp: () => {
          clearTimeout(late);
          leave(client, one, false);
          reject(new Refusal('overloaded', { retryAfter: 1 }));
        },
      };
      const queue = clients.get(client);
      if (queue === undefined) clients.set(client, [one]);
      else queue.push(one);
      waitingWeight += weight;
      makeRoom();
    });

  return {
    async take(client, weight, work) {
      // The one that ends hands its place on, so `running` does not change for those who waited.
      if (running >= atOnce) await waitForTurn(client, weight);
      else running += 1;
      try {
        return await work();
      } finally {
        const [next] = clients.values();
        if (next?.[0]) next[0].start();
        else running -= 1;
      }
    },
  };
}

const weightOf = (queue: readonly Waiting[]): number => queue.reduce((sum, { weight }) => sum + weight, 0);
