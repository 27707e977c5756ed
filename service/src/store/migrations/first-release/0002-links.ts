/** The tables of links in mails: recovery, invitations, signups and email-address changes. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Counts what was changed of how an account signs in. A sign-in that began before such a change opens no session
  // after it, however long its hash took (threat B2).
  `alter table accounts add column credential_version integer not null default 0`,
  // What somebody signed up with: it becomes a company and an account when its link is used, and is nothing before.
  `create table signups (
    id uuid primary key,
    email text not null check (email = lower(email)),
    company_name text not null,
    language text not null,
    -- as an account has them; null once the account exists
    password_hash text,
    password_key_id text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index signups_by_end on signups (expires_at)`,
  `create table email_changes (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    new_email text not null check (new_email = lower(new_email)),
    created_at timestamptz not null,
    -- new codes are sent until then
    expires_at timestamptz not null,
    done_at timestamptz,
    cancelled_at timestamptz
  )`,
  // One request at a time; a newer one cancels the older.
  `create unique index email_change_of_account on email_changes (account_id)
    where done_at is null and cancelled_at is null`,
  `create index email_changes_by_end on email_changes (expires_at)`,
  `create table links (
    id uuid primary key,
    kind text not null check (kind in ('reset', 'invitation', 'signup', 'emailChange')),
    -- SHA-256 of the token in the mail
    token bytea not null unique,
    -- the address that it was mailed to
    email text not null,
    -- whom it is about: an account, a signup, or a change of an account's address
    account_id uuid references accounts on delete cascade,
    signup_id uuid references signups on delete set null,
    change_id uuid references email_changes on delete cascade,
    -- the expired link in whose place it was sent, which gets one only
    replaces uuid unique references links on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    cancelled_at timestamptz
  )`,
  `create index links_open_of_account on links (account_id, kind) where used_at is null and cancelled_at is null`,
  `create index links_open_of_signups on links (email) where kind = 'signup' and used_at is null and cancelled_at is null`,
  `create index links_of_signup on links (signup_id) where signup_id is not null`,
  `create index links_of_change on links (change_id) where change_id is not null`,
  `create index links_by_end on links (expires_at)`,
];
