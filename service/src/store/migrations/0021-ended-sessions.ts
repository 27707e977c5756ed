/** A session that is ended is deleted a day after that, with its refresh tokens and the provider's session behind it. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Housekeeping finds sessions by `expires_at`, which has an index. By a trigger, so that every way to end a session
  // does it, those of the release before this one too.
  `create function end_session() returns trigger language plpgsql as $$
  begin
    new.expires_at := least(old.expires_at, new.revoked_at);
    return new;
  end $$`,
  `create trigger families_end before update of revoked_at on families
    for each row when (new.revoked_at is not null) execute function end_session()`,
];
