/**
 * Places that right tries give back (see throttles.ts), gathered for a moment and returned by one statement: nobody
 * waits for it, and under load it is one for many sign-ins. If the process dies before, the places count as wrong
 * when their lease ends.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';

import type { Database } from './database.ts';
import type { Counter } from './throttles.ts';

export interface GiveBacks {
  /** Gives one place back in each of the counters, in a moment. */
  add(counters: readonly Counter[]): void;
  /** Resolves when everything that was added is given back. */
  flush(): Promise<void>;
}

/** Milliseconds: short against a hash, long enough to gather several. */
const moment = 20;

/** A place that cannot be given back is logged, not thrown: its lease ends by itself. */
export function createGiveBacks(db: Kysely<Database>, log: Logger): GiveBacks {
  let keys: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (keys.length === 0) return;
    const gathered = keys;
    keys = [];
    running = Promise.all([running, giveBack(db, gathered)]).then(
      () => {},
      (error: unknown) => log.warn({ err: error }, 'places of the limits were not given back'),
    );
  };

  return {
    add(counters) {
      for (const { key } of counters) keys.push(key);
      timer ??= setTimeout(send, moment);
    },
    flush() {
      send();
      return running;
    },
  };
}

/** Locks the rows in the order of their keys, as every statement on this table does. */
async function giveBack(db: Kysely<Database>, keys: readonly string[]): Promise<void> {
  await sql`
    with back as (select key, count(*)::integer as places from unnest(${keys}::text[]) key group by key),
    locked as (select key, places from throttles join back using (key) order by key for update of throttles)
    update throttles t set pending = greatest(t.pending - locked.places, 0)
    from locked where t.key = locked.key`.execute(db);
}
