/** Entries of the audit log that no admin caused: a domain that the daily check lost, or that another company took over. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log
    alter column actor_id drop not null,
    alter column actor_email drop not null,
    alter column request_id drop not null`.execute(db);
}
