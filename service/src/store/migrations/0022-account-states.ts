/** What says that nobody has confirmed an account, or that it has lost its address. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table accounts
    -- Of a disabled account: nobody has confirmed it, so enabling makes it an invited one again.
    add column unproven boolean not null default false,
    -- When the invited person declined.
    add column declined_at timestamptz,
    -- When another company took over the domain of the address: nobody signs in by it, and others may have it.
    add column address_lost_at timestamptz`,
  // Accounts that were disabled before anybody confirmed them: they never had a password, nor a sign-in.
  `update accounts a set unproven = true
    where a.status = 'disabled' and a.password_hash is null
      and not exists (select from last_sign_ins s where s.account_id = a.id)`,
];
