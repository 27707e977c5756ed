/** A migration of SQL statements. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs each statement in turn. A migration is one transaction, so it is applied completely or not at all. */
export const migration = (...statements: readonly string[]): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
