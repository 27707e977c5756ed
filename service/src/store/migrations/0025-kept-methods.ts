/** Required single sign-on keeps for a day how accounts signed in before, so that an admin can go back. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The account has its password beside the method 'saml' until then.
  `create table kept_methods (
    account_id uuid primary key references accounts on delete cascade,
    company_id uuid not null references companies on delete cascade,
    method text not null,
    kept_until timestamptz not null
  )`,
  `create index kept_methods_until on kept_methods (kept_until)`,
  `create index kept_methods_of_company on kept_methods (company_id, kept_until)`,
];
