/**
 * Releases the reservations of right tries (see throttles.ts). They are collected for 20 ms and released by one
 * statement, which no call waits for: under load it is one statement for many sign-ins. A reservation that is lost with
 * its process counts as a wrong try when its lease ends.
 */
import { sql } from 'kysely';
import type { Logger } from 'pino';

import type { Relaxed } from '#store/connection/pools.ts';
import type { Notifier } from '#store/connection/notifier.ts';
import type { Counter } from './throttles.ts';

export interface Releases {
  /**
   * Releases one slot in each of the counters, within 20 ms. `right`: the try was right, so a member that was wrong
   * before is no longer counted. `notCompared`: nothing was compared, and a member stays as it was.
   */
  add(counters: readonly Counter[], outcome: 'right' | 'notCompared'): void;
  /** Resolves when everything that was added is released. */
  flush(): Promise<void>;
}

/** Milliseconds: short against a hash, long enough to collect several. */
const collectFor = 20;

interface Release {
  readonly key: string;
  readonly member: string | undefined;
  readonly right: boolean;
}

/** A failed statement is logged, not thrown: the leases of its reservations end by themselves. */
export function createReleases(db: Relaxed, log: Logger, notifier: Notifier): Releases {
  let collected: Release[] = [];
  /** The keys of each call that was added. */
  let calls: string[][] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (collected.length === 0) return;
    const sent = collected;
    collected = [];
    const sentCalls = calls;
    calls = [];
    running = Promise.all([running, release(db, sent)]).then(
      () => sentCalls.forEach((keys) => notifier.notify(keys)),
      (error: unknown) => log.warn({ err: error }, 'reservations of the rate limits were not released'),
    );
  };

  return {
    add(counters, outcome) {
      for (const { key, member } of counters) collected.push({ key, member, right: outcome === 'right' });
      calls.push(counters.map(({ key }) => key));
      timer ??= setTimeout(send, collectFor);
    },
    flush() {
      send();
      return running;
    },
  };
}

const release = (db: Relaxed, all: readonly Release[]): Promise<unknown> =>
  sql`select throttle_give_back(${all.map(({ key }) => key)}::text[],
    ${all.map(({ member }) => member ?? null)}::text[], ${all.map(({ right }) => right)}::boolean[])`.execute(
    db,
  );
