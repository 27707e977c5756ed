/** Waits, in tests of races, until the database has calls wait for each other. */
import { sql } from 'kysely';
import { vi } from 'vitest';

import type { Deps } from '#deps.ts';

/** Resolves once so many statements wait for a row, on this test's database: a file that grows is waited for, too. */
export const untilLocksAwaited = (deps: Pick<Deps, 'store'>, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      // Not in the transaction that holds the lock: there it would be the same rows each time.
      const { rows } =
        await sql`select from pg_stat_activity where wait_event in ('transactionid', 'tuple') and datname = current_database()`.execute(
          deps.store.durable,
        );
      if (rows.length < count) throw new Error(`${rows.length} statements wait for a lock, not ${count}`);
    },
    { interval: 5, timeout: 20_000 },
  );
