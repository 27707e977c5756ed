/** What the first release added to sign in otherwise: mailed links, providers, devices. */
import { migration } from '#store/migrations/migration.ts';

/** The tables of links in emails: recovery, invitations, signups and email-address changes. */
export const links = migration(
  // Counts what was changed of how an account signs in. A sign-in that began before such a change opens no session
  // after it, however long its hash took (threat B2).
  `alter table accounts add column credential_version integer not null default 0`,
  // The data of a sign-up: it becomes a company and an account when its link is used, and not before.
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
);

/** The tables of the other two ways to sign in: Google, and a company's SAML identity provider. */
export const providers = migration(
  // Whom Google knows an account as. Linked by a verified address once; from then on the subject decides (threat B4).
  `create table identities (
    issuer text not null,
    subject text not null,
    account_id uuid not null references accounts on delete cascade,
    created_at timestamptz not null,
    primary key (issuer, subject),
    unique (account_id, issuer)
  )`,
  // SHA-256 of every ID token that was used, until it has expired: none is accepted twice (threat B4).
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
  // Assertions that were used, until they would be refused for their age (threat C5).
  `create table used_assertions (
    issuer text not null,
    assertion_id text not null,
    expires_at timestamptz not null,
    primary key (issuer, assertion_id)
  )`,
  `create index used_assertions_by_end on used_assertions (expires_at)`,
  // The code with which a person returns to the app, valid once.
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
);

/** The last use of a known device, which is forgotten 90 days after it. */
export const knownDevices = migration(
  // When the devices before this were used last is not known: their 90 days begin now.
  `alter table devices add column last_used_at timestamptz not null default now()`,
  `alter table devices alter column last_used_at drop default`,
  `create index devices_by_use on devices (last_used_at)`,
);

/** A password is deleted when its account gets another method; those that were kept before go, too. */
export const passwords = migration(
  `
    update accounts set password_hash = null, password_key_id = null
    where method <> 'password' and password_hash is not null`,
);

/** The link by which the old address cancels its change. */
export const emailChangeCancel = migration(
  `alter table links drop constraint links_kind_check`,
  `alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel'))`,
);

/** What single logout needs: how a provider receives its messages, and which of its sessions each of ours came from. */
export const singleLogout = migration(
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
);

/** Links that confirm an identity of Google's before it is linked to an account. */
export const identityLinks = migration(
  `alter table links drop constraint links_kind_check`,
  `alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel', 'identity'))`,
  // The identity that the link is bound to, and the account's version when it was made: any change of its address,
  // method, password or status makes the link void.
  `alter table links add column issuer text, add column subject text, add column credential_version integer`,
  `alter table links add constraint links_identity_check check (
    (kind = 'identity') = (issuer is not null and subject is not null and credential_version is not null))`,
);

/** Mailboxes that a mailed link has just proven: they spare the browser that used it the code of its next sign-in. */
export const mailboxProofs = migration(
  `create table mailbox_proofs (
    -- SHA-256 of a random value of the page that used the link
    proof bytea primary key,
    account_id uuid not null references accounts on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index mailbox_proofs_of_account on mailbox_proofs (account_id)`,
);

/** Links that make a device known to its account. */
export const deviceLinks = migration(
  `alter table links drop constraint links_kind_check`,
  `alter table links add constraint links_kind_check
    check (kind in ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel', 'identity', 'device'))`,
);
