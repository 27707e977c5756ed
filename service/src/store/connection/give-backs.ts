/**
 * Places that right tries give back (see throttles.ts), gathered for a moment and returned by one statement: nobody
 * waits for it, and under load it is one for many sign-ins. If the process dies before, the places count as wrong
 * when their lease ends.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';

import type { Database } from './database.ts';
import type { Settlements } from './settlements.ts';
import type { Counter } from '#store/sign-in/throttles.ts';

export interface GiveBacks {
  /**
   * Gives one place back in each of the counters, in a moment. `right`: the try was right, so that a member that was
   * wrong before is no longer counted; otherwise nothing was compared.
   */
  add(counters: readonly Counter[], outcome: 'right' | 'notCompared'): void;
  /** Resolves when everything that was added is given back. */
  flush(): Promise<void>;
}

/** Milliseconds: short against a hash, long enough to gather several. */
const moment = 20;

interface Place {
  readonly key: string;
  readonly member: string | undefined;
  readonly right: boolean;
}

/** A place that cannot be given back is logged, not thrown: its lease ends by itself. */
export function createGiveBacks(db: Kysely<Database>, log: Logger, settlements: Settlements): GiveBacks {
  let places: Place[] = [];
  /** The keys of each call that gave places back. */
  let calls: string[][] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (places.length === 0) return;
    const gathered = places;
    places = [];
    const settled = calls;
    calls = [];
    running = Promise.all([running, giveBack(db, gathered)]).then(
      () => settled.forEach((keys) => settlements.announce(keys)),
      (error: unknown) => log.warn({ err: error }, 'places of the limits were not given back'),
    );
  };

  return {
    add(counters, outcome) {
      for (const { key, member } of counters) places.push({ key, member, right: outcome === 'right' });
      calls.push(counters.map(({ key }) => key));
      timer ??= setTimeout(send, moment);
    },
    flush() {
      send();
      return running;
    },
  };
}

const giveBack = (db: Kysely<Database>, places: readonly Place[]): Promise<unknown> =>
  sql`select throttle_give_back(${places.map(({ key }) => key)}::text[],
    ${places.map(({ member }) => member ?? null)}::text[], ${places.map(({ right }) => right)}::boolean[])`.execute(
    db,
  );
