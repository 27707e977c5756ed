/** Migrations of a later release that the database has already: this release runs on them, one step back. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { Database } from './database.ts';

/**
 * Those that were applied and come after `newest`, by name. The migrator asks that every applied one is known; these are
 * known by name alone. One that is missing in the middle stays an error.
 */
export async function findNewerMigrations(
  db: Kysely<Database>,
  newest: string,
): Promise<Record<string, Migration>> {
  const table = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (table.rows[0]?.present !== true) return {};
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name > ${newest} collate "C"`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => refuseToRun(name) }]));
}

function refuseToRun(name: string): Promise<never> {
  return Promise.reject(new Error(`The migration ${name} is of a later release.`));
}
