/**
 * Makes the sign-in log a table of partitions, a month each, on the engines that have PostgreSQL's. Elsewhere, and until
 * then, `events` is a plain table, and every statement is the same.
 *
 * The partitions are a ring: month n of the calendar is in partition n % 15, which housekeeping empties thirteen months
 * later. So none is ever missing, nothing is made or dropped while the service runs, and it needs no right to
 * change a table. The present month is the database's: one clock decides where a row is and what is emptied.
 */
import { type Kysely, sql } from 'kysely';

import type { Database } from '#store/connection/database.ts';
import { lock } from '#store/connection/lock.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';

/** The thirteen months of a year that begins in the middle of one, the next one, and the one that is being emptied. */
export const ringSize = 15;

/** The number of the present month, in SQL. */
export const presentMonth =
  "(extract(year from now() at time zone 'UTC') * 12 + extract(month from now() at time zone 'UTC'))::integer";

/** Nobody waits for the first; for the others, who changes an account. */
const preparing = [
  // Reads the whole table while others write: that its rows are of -1, as 0049 says.
  'alter table events validate constraint events_unpartitioned',
  'create table events_ring (like events including defaults) partition by list (slot)',
  `alter table events_ring alter column slot set default ${presentMonth} % ${ringSize}`,
  'alter table events_ring add foreign key (account_id) references accounts on delete set null',
  // The release before needs it.
  `create trigger events_complete before insert on events_ring for each row
    when (new.account_id is not null) execute function complete_event()`,
  ...Array.from({ length: ringSize }, (_, slot) => [
    // With the primary key, which a table of partitions can only have together with the slot.
    `create table events_${slot} (like events including defaults including indexes)`,
    `alter table events_ring attach partition events_${slot} for values in (${slot})`,
  ]).flat(),
];

/** What was there becomes the partition -1: it is neither moved nor, as its constraint is valid, read. */
const exchanging = [
  'alter table events rename to events_earlier',
  'drop trigger if exists events_complete on events_earlier',
  'alter table events_ring rename to events',
  'alter table events attach partition events_earlier for values in (-1)',
];

/** Milliseconds that sign-ins may wait for it; less than until PostgreSQL looks for a deadlock. */
const longestWait = 500;

/**
 * Does nothing where it is done. Rejects with 55P03 while a backup, or another long reader, keeps the table: then the
 * service works as well without partitions, and the next start does it.
 */
export async function partitionEvents(db: Kysely<Database>): Promise<void> {
  if (!(await isPlain(db))) return;
  await db.transaction().execute(async (transaction) => {
    // Of two instances that start at the same time, one.
    await lock(transaction as DurableTransaction, 'events');
    if (!(await isPlain(transaction))) return;
    await sql.raw(`set local lock_timeout = ${longestWait}`).execute(transaction);
    for (const statement of [...preparing, ...exchanging]) await sql.raw(statement).execute(transaction);
    const { rows } = await sql<{ statement: string }>`
      select format('grant %s on events to %s', privilege_type,
        case grantee when 0 then 'public' else grantee::regrole::text end) as statement
      from pg_class, aclexplode(relacl) where oid = 'events_earlier'::regclass and grantee <> relowner`.execute(
      transaction,
    );
    for (const { statement } of rows) await sql.raw(statement).execute(transaction);
  });
}

async function isPlain(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ plain: boolean }>`
    select relkind = 'r' and version() like 'PostgreSQL%' as plain from pg_class where oid = 'events'::regclass`.execute(
    db,
  );
  return rows[0]?.plain === true;
}
