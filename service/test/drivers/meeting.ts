/** Two calls that meet at a row which the test has locked, for the races between them. */
import { sql } from 'kysely';
import { vi } from 'vitest';

import type { Durable, DurableTransaction } from '#store/connection/pools.ts';

import type { Outcome } from './outcome.ts';

interface Meeting<B> {
  /** Locks a row that both calls need. */
  lock(db: DurableTransaction): Promise<unknown>;
  first(): Promise<Outcome<unknown>>;
  second(): Promise<B>;
}

/**
 * What the calls answer when the second begins while the first waits for the row, which is free once both wait. The
 * service ends a statement after 1.5 s, which a busy machine can miss: then `prepare` makes them meet again.
 */
export const answersOfMeeting = <B>(
  durable: Durable,
  prepare: () => Promise<Meeting<B>>,
): Promise<[Outcome<unknown>, B]> =>
  vi.waitFor(
    async () => {
      const { lock, first, second } = await prepare();
      const begun: Promise<unknown>[] = [];
      const begin = <T>(call: () => Promise<T>): Promise<T> => {
        const answer = call();
        begun.push(answer.catch(() => {}));
        return answer;
      };
      try {
        const [one, other] = await durable.transaction().execute(async (db) => {
          await lock(db);
          const one = begin(first);
          await untilRowsAwaited(durable, 1);
          const other = begin(second);
          await untilRowsAwaited(durable, 2);
          return [one, other] as const;
        });
        return [await one, await other];
      } finally {
        await Promise.all(begun);
      }
    },
    { timeout: 60_000 },
  );

/** Resolves once so many statements wait for a row: a file that grows is waited for, too. */
const untilRowsAwaited = (durable: Durable, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      // Not in the transaction that holds the row: there it would be the same answer each time.
      const { rows } =
        await sql`select from pg_stat_activity where wait_event in ('transactionid', 'tuple') and datname = current_database()`.execute(
          durable,
        );
      if (rows.length < count) throw new Error(`${rows.length} statements wait for a row, not ${count}`);
    },
    { interval: 5, timeout: 2000 },
  );
