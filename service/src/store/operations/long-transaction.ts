/** A transaction of an operator's command, which may read whole tables: it has no time limits for its statements. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import type { Database } from '#store/connection/database.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { patientSocket } from '#store/connection/prepared-pool.ts';

/** Thrown to undo a transaction that was a rehearsal. */
class Rehearsed extends Error {}

/** Runs `work` on a separate connection. A rehearsal does all of it and rolls it back at the end. */
export async function inLongTransaction<T>(
  url: string,
  work: (db: DurableTransaction) => Promise<T>,
  rehearsal = false,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, stream: patientSocket });
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const done: T[] = [];
  try {
    await db.transaction().execute(async (transaction) => {
      done.push(await work(transaction as DurableTransaction));
      if (rehearsal) throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  } finally {
    await db.destroy();
  }
  const [result] = done;
  if (done.length === 0) throw new Error('the transaction ended without a result');
  return result as T;
}
