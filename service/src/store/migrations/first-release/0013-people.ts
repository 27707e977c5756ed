/** The list of a company's accounts: when each signed in last, and indexes to search and sort by. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A table of its own: a sign-in holds its account `for share`, and an update of the account would wait for others.
  `create table last_sign_ins (
    account_id uuid primary key references accounts on delete cascade,
    company_id uuid not null,
    at timestamptz not null,
    -- ISO 3166-1 alpha-2, from the region of the browser's language
    country text check (country ~ '^[A-Z]{2}$')
  ) with (fillfactor = 80)`,
  `insert into last_sign_ins (account_id, company_id, at)
    select a.id, a.company_id, max(e.at) from events e join accounts a on a.id = e.account_id
    where e.kind = 'signedIn' group by a.id, a.company_id`,
  `create index last_sign_ins_by_time on last_sign_ins (company_id, at, account_id)`,

  // What a search compares: lower case, without accents and compatibility forms, so 'angstrom' finds 'Ångström'.
  `create function folded(text) returns text language sql immutable strict parallel safe
    as $$ select regexp_replace(lower(normalize($1, NFKD)), '[\\u0300-\\u036f]', '', 'g') $$`,
  // Cut, because an index takes no row above 2.7 kB. Every name that the contract allows is shorter.
  `alter table accounts add column name_key text collate "C" not null
    generated always as (left(folded(left(name, 300)), 300)) stored`,
  // With all that a search and a filter compare: both look at each account of a company, and here they find it side by side.
  `create index accounts_by_name on accounts (company_id, name_key, id)
    include (email, method, status, second_step, roles)`,
  `create index accounts_by_email on accounts (company_id, email, id)`,
  `create index accounts_by_method on accounts (company_id, method, name_key, id)`,
  `create index accounts_by_status on accounts (company_id, status, name_key, id)`,
  `create index accounts_of_admins on accounts (company_id, id) where roles ? 'Admin'`,
];
