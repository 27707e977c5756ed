/** Locks by name, for what no single row stands for. */
import { sql } from 'kysely';

import type { DurableTransaction } from './pools.ts';

/**
 * Waits for every other transaction with the same lock, and holds it until the end of this one. Take it first: the lock
 * writes a row, so a transaction that waited for it under `serializable` begins again and reads what the other one wrote.
 *
 * @param name what is locked, e.g. `company 0b1c…`
 */
export async function lock(db: DurableTransaction, name: string): Promise<void> {
  await sql`insert into locks (name) values (${name}) on conflict (name) do update set name = excluded.name`.execute(
    db,
  );
}
