/** The link by which the old address cancels a change of it. */
import { type Kysely, sql } from 'kysely';

/** A migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table links drop constraint links_kind_check`.execute(db);
  await sql`alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel'))`.execute(db);
}
