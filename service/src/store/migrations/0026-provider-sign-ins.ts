/** How old a sign-in at the company's provider may be, and who a started single sign-on is for. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Null: any, as long as the provider itself says that the session has not ended.
  `alter table companies add column provider_sign_in_hours integer
    check (provider_sign_in_hours between 1 and 8760)`,
  // The address that was typed at the start, sealed: for the sign-in log, if the sign-in fails.
  `alter table saml_requests add column started_by bytea`,
];
