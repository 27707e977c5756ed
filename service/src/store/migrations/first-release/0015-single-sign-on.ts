/** What a company's admin sets up for single sign-on: claims of domains, test sign-ins, and the policy. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Several companies may wait for one domain; the one whose record was found has it in `domains`.
  `create table domain_claims (
    company_id uuid not null references companies on delete cascade,
    domain text not null check (domain = lower(domain)),
    -- the text of the DNS record
    value text not null,
    created_at timestamptz not null,
    -- null: pending
    verified_at timestamptz,
    checked_at timestamptz,
    -- look-ups in a row that found another record or none
    failed_checks integer not null default 0,
    -- since when it counts as lost
    lost_at timestamptz,
    -- why the last look-up did not find the record, and the texts that it found
    problem text check (problem in ('noRecord', 'otherValue', 'unreachable')),
    found jsonb,
    -- the daily check; null: not checked
    next_check_at timestamptz,
    primary key (company_id, domain)
  )`,
  `create index domain_claims_due on domain_claims (next_check_at) where next_check_at is not null`,
  `create index domain_claims_of_domain on domain_claims (domain)`,
  // Domains that were claimed before records existed stay as they are: they are not checked until somebody verifies them.
  `insert into domain_claims (company_id, domain, value, created_at, verified_at)
    select company_id, domain, 'northline-verification=' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
      now(), now()
    from domains`,

  // Another one with each upload, so that a test says which configuration it tried.
  `alter table saml_configurations add column revision uuid not null default gen_random_uuid()`,
  // When a test passed with this revision.
  `alter table saml_configurations add column tested_at timestamptz`,
  `create table saml_tests (
    id uuid primary key,
    company_id uuid not null references companies on delete cascade,
    -- who tests, in which session
    account_id uuid not null references accounts on delete cascade,
    family_id uuid not null,
    -- the ID of the AuthnRequest, and SHA-256 of its RelayState
    request_id text not null unique,
    relay_state bytea not null unique,
    revision uuid not null,
    started_at timestamptz not null,
    expires_at timestamptz not null,
    answered_at timestamptz,
    passed boolean,
    report jsonb,
    -- the received answer as XML
    answer text
  )`,
  `create index saml_tests_by_end on saml_tests (expires_at)`,
  `create index saml_tests_of_company on saml_tests (company_id)`,
  `create index saml_tests_of_account on saml_tests (account_id)`,

  `alter table companies add column sso_required boolean not null default false`,
  // The admin who keeps the password while single sign-on is required.
  `alter table companies add column break_glass_id uuid references accounts on delete set null`,
  `create index companies_break_glass on companies (break_glass_id) where break_glass_id is not null`,
  `alter table companies add column policy_version integer not null default 0`,
];
