/** The tables of the other two ways to sign in: Google, and a company's SAML identity provider. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Whom Google knows an account as. Linked by a verified address once; from then on the subject decides (threat B4).
  `create table identities (
    issuer text not null,
    subject text not null,
    account_id uuid not null references accounts on delete cascade,
    created_at timestamptz not null,
    primary key (issuer, subject),
    unique (account_id, issuer)
  )`,
  // SHA-256 of every ID token that was taken, until it has expired: none is taken twice (threat B4).
  `create table used_id_tokens (token bytea primary key, expires_at timestamptz not null)`,
  `create index used_id_tokens_by_end on used_id_tokens (expires_at)`,
  // What was read from the metadata that an admin uploaded.
  `create table saml_configurations (
    company_id uuid primary key references companies on delete cascade,
    entity_id text not null,
    sso_url text not null,
    logout_url text,
    -- X.509, base64 DER; each with its end is read from it when needed
    certificates jsonb not null,
    -- the attribute that holds the email; null: the NameID
    email_attribute text,
    updated_at timestamptz not null
  )`,
  // Only a company with a claimed domain has its provider used (threat D1).
  `create index domains_of_company on domains (company_id)`,
  // An AuthnRequest that was sent and waits for its answer.
  `create table saml_requests (
    id text primary key,
    company_id uuid not null references companies on delete cascade,
    -- SHA-256 of RelayState
    relay_state bytea not null unique,
    redirect_uri text not null,
    code_challenge text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index saml_requests_by_end on saml_requests (expires_at)`,
  // Assertions that were taken, until they would be refused for their age (threat C5).
  `create table used_assertions (
    issuer text not null,
    assertion_id text not null,
    expires_at timestamptz not null,
    primary key (issuer, assertion_id)
  )`,
  `create index used_assertions_by_end on used_assertions (expires_at)`,
  // The code with which somebody comes back to the app, good once.
  `create table sso_codes (
    -- SHA-256 of the code
    code bytea primary key,
    account_id uuid not null references accounts on delete cascade,
    redirect_uri text not null,
    code_challenge text,
    -- the account's when the identity provider answered
    credential_version integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index sso_codes_by_end on sso_codes (expires_at)`,
];
