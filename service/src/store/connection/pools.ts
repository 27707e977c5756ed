/**
 * The two pools of connections, as types that a function's signature asks for. The rule is about writes:
 *
 * - What must not be lost (accounts, sessions, challenges, links, and the emails that an answer promises) is written by
 *   the durable pool: its commit is on disk, and on a standby that commits wait for, before the answer goes out.
 * - Counters and claims are written by the relaxed pool: its commit does not wait for the disk, so a row that every
 *   sign-in touches is locked for microseconds. A crash of the database loses its last fraction of a second.
 * - Reads run by the relaxed pool, or in the transaction that they belong to. Both pools see the same rows.
 */
import type { Kysely, Transaction } from 'kysely';

import type { Database } from './database.ts';

declare const commit: unique symbol;

export interface Relaxed extends Kysely<Database> {
  readonly [commit]: 'relaxed';
}

interface OnDisk {
  readonly [commit]: 'durable';
}

/** A transaction whose commit is on disk before `execute` resolves. */
export type DurableTransaction = Transaction<Database> & OnDisk;

interface Transactions {
  transaction(): { execute<T>(work: (db: DurableTransaction) => Promise<T>): Promise<T> };
}

export type Durable = (Transactions & Kysely<Database> & OnDisk) | DurableTransaction;

/** What a read runs on. */
export type Reader = Relaxed | DurableTransaction;
