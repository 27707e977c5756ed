/** Invitations by the dashboard: their list, the finished parts of long calls, and mails that let others go first. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // When the newest invitation of an unconfirmed account was sent; null: `created_at` says it.
  `alter table accounts add column invited_at timestamptz`,
  `update accounts a set invited_at = (
    select max(l.created_at) from links l where l.account_id = a.id and l.kind = 'invitation'
  ) where a.status = 'unconfirmed'`,
  // The list of waiting and expired invitations: whoever accepts leaves it.
  `create index invitations_of_company on accounts (company_id, (coalesce(invited_at, created_at)) desc, id desc)
    where status = 'unconfirmed'`,
  // A revoked invitation removes its account: every table that goes with an account is found by its id.
  `create index links_of_account on links (account_id, kind)`,
  `drop index links_open_of_account`,
  `create index families_of_any_account on families (account_id)`,
  `create index email_changes_of_account on email_changes (account_id)`,
  `create index sso_codes_of_account on sso_codes (account_id)`,
  // What each finished part of a long call came to, written with the part: a repeat of the call goes on behind it.
  `create table invitation_parts (
    -- SHA-256 of the Idempotency-Key, the company and the body
    batch bytea not null,
    part integer not null,
    -- of each row, in the order sent: the id of the account, or why there is none
    results jsonb not null,
    expires_at timestamptz not null,
    primary key (batch, part)
  )`,
  `create index invitation_parts_by_end on invitation_parts (expires_at)`,
  // One of thousands of mails: every other one is sent first.
  `alter table outbox add column bulk boolean not null default false`,
  `create index outbox_by_lane on outbox (bulk, next_try_at) where payload is not null`,
  `drop index outbox_waiting`,
  `create index outbox_by_end on outbox (expires_at) where payload is not null`,
  // How many invitations an address was sent lately (threat A8).
  `create index outbox_of_invited on outbox (recipient, created_at)
    where kind in ('invitation', 'methodInvitation')`,
];
