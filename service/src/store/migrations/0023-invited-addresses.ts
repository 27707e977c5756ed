/** An address belongs to the account that somebody confirmed; until then several companies may invite it. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The unique address of every account becomes that of the confirmed ones (docs/decisions/invitations.md).
  `create unique index accounts_holding_address on accounts (email)
    where (status = 'active' or status = 'disabled' and not unproven) and address_lost_at is null`,
  `create unique index accounts_address_of_company on accounts (email, company_id)`,
  `alter table accounts drop constraint accounts_email_key`,
];
