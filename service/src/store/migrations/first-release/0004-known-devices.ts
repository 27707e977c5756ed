/** The last use of a known device, which is forgotten 90 days after it. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // When the devices before this were used last is not known: their 90 days begin now.
  `alter table devices add column last_used_at timestamptz not null default now()`,
  `alter table devices alter column last_used_at drop default`,
  `create index devices_by_use on devices (last_used_at)`,
];
