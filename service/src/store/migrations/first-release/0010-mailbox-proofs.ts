/** Mailboxes that a mailed link has just proven: they spare the browser that used it the code of its next sign-in. */
import { type Kysely, sql } from 'kysely';

/** A migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mailbox_proofs (
    -- SHA-256 of a random value of the page that used the link
    proof bytea primary key,
    account_id uuid not null references accounts on delete cascade,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index mailbox_proofs_of_account on mailbox_proofs (account_id)`.execute(db);
}
