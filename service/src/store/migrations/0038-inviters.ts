/** The page of an invitation names the admin who sent it. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: nothing depends on it, and an erased admin leaves an id of nobody.
  await sql.raw('alter table links add column invited_by uuid').execute(db);
}
