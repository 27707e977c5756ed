/** The mails to an invited address are no longer counted in the outbox. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The release before counts those of one day, and reads them by `outbox_by_age` as well.
  await sql.raw('drop index outbox_of_invited').execute(db);
}
