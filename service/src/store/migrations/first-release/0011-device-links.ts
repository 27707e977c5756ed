/** Links that make a device known to its account. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table links drop constraint links_kind_check`,
  `alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel', 'identity', 'device'))`,
];
