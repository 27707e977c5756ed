/** What single logout needs: how a provider takes its messages, and which of its sessions each of ours came from. */
import { type Kysely, sql } from 'kysely';

/** Runs each statement; a migration is one transaction, so it is there whole or not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // null: HTTP-Redirect; and where answers go, if not to logout_url.
  `alter table saml_configurations add column logout_binding text check (logout_binding in ('redirect', 'post'))`,
  `alter table saml_configurations add column logout_response_url text`,
  // SHA-256 of the token in the logout address that the browser keeps.
  `alter table saml_requests add column logout_token bytea`,
  `alter table sso_codes add column logout_token bytea`,
  // The provider's session, until the code is exchanged: { issuer, nameId, format?, ... }.
  `alter table sso_codes add column saml_session jsonb`,
  `create index sso_codes_open_of_name on sso_codes ((saml_session ->> 'nameId')) where used_at is null`,
  // The provider's session behind a session of ours. It goes with the first logout that uses it.
  `create table saml_sessions (
    family_id uuid primary key references families on delete cascade,
    company_id uuid not null references companies on delete cascade,
    issuer text not null,
    name_id text not null,
    format text,
    name_qualifier text,
    sp_name_qualifier text,
    session_index text,
    logout_token bytea unique
  )`,
  `create index saml_sessions_of_name on saml_sessions (company_id, name_id)`,
  // A LogoutRequest that was sent and waits for its answer.
  `create table saml_logouts (
    id text primary key,
    company_id uuid not null references companies on delete cascade,
    -- SHA-256 of RelayState
    relay_state bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index saml_logouts_by_end on saml_logouts (expires_at)`,
];
