/** What a person sees of the own sessions and devices: by which program, on which platform, and when they were used last. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Of the sessions before this the program is not known, and neither is the platform.
  `alter table families add column user_agent text`,
  `alter table families add column platform text not null default 'authentication-ui'`,
  `alter table families add column last_used_at timestamptz`,
  // Their last use: the last refresh, or else the sign-in.
  `update families f set last_used_at = coalesce(
    (select max(t.used_at) from refresh_tokens t where t.family_id = f.id), f.created_at)`,
  // The default is for the release before this one, which may still run beside it.
  `alter table families alter column last_used_at set default now()`,
  `alter table families alter column last_used_at set not null`,
  `alter table devices add column user_agent text`,
];
