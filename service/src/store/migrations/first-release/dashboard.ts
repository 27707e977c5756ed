/** The dashboard of the first release. */
import { migration } from '#store/migrations/migration.ts';

/** What every call of the dashboard needs: versions of accounts, the age of a sign-in, and the audit log. */
export const dashboard = migration(
  // Counts the changes of what an admin sees, whoever made them, so that the later of two admins is asked
  // (requirements §5).
  `alter table accounts add column version integer not null default 0`,
  `create function count_account_version() returns trigger language plpgsql as $$
  begin
    if (new.email, new.name, new.method, new.status, new.second_step, new.language, new.roles)
      is distinct from (old.email, old.name, old.method, old.status, old.second_step, old.language, old.roles)
    then new.version := old.version + 1;
    end if;
    return new;
  end $$`,
  `create trigger accounts_version before update of email, name, method, status, second_step, language, roles
    on accounts for each row execute function count_account_version()`,
  // When the person proved again who they are, in this session; null: at its start (RFC 9470).
  `alter table families add column reauthenticated_at timestamptz`,
  // Every change by an admin. It outlives the accounts that it names, so it refers to none of them.
  `create table audit_log (
    id uuid primary key default gen_random_uuid(),
    company_id uuid not null,
    at timestamptz not null,
    actor_id uuid not null,
    actor_email text not null,
    action text not null,
    target_id text,
    -- as it was called then: an address, a domain
    target text,
    before jsonb,
    after jsonb,
    request_id text not null
  )`,
  `create index audit_log_of_company on audit_log (company_id, at desc, id desc)`,
  // Append-only: not even the service can change what was written.
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger audit_log_rows before update or delete on audit_log
    for each row execute function refuse_change()`,
  `create trigger audit_log_whole before truncate on audit_log execute function refuse_change()`,
);

/** The list of a company's accounts: when each signed in last, and indexes to search and sort by. */
export const people = migration(
  // A separate table: a sign-in holds its account `for share`, and an update of the account would wait for others.
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
);

/**
 * Invitations by the dashboard: their list, the finished parts of long calls, and emails that are sent after all
 * others.
 */
export const invitations = migration(
  // When the newest invitation of an unconfirmed account was sent; null: `created_at` says it.
  `alter table accounts add column invited_at timestamptz`,
  `update accounts a set invited_at = (
    select max(l.created_at) from links l where l.account_id = a.id and l.kind = 'invitation'
  ) where a.status = 'unconfirmed'`,
  // The list of waiting and expired invitations: an accepted one leaves it.
  `create index invitations_of_company on accounts (company_id, (coalesce(invited_at, created_at)) desc, id desc)
    where status = 'unconfirmed'`,
  // A revoked invitation removes its account: every table that goes with an account is found by its id.
  `create index links_of_account on links (account_id, kind)`,
  `drop index links_open_of_account`,
  `create index families_of_any_account on families (account_id)`,
  `create index email_changes_of_account on email_changes (account_id)`,
  `create index sso_codes_of_account on sso_codes (account_id)`,
  // What each finished part of a long call came to, written with the part: a repeat of the call continues after it.
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
  // One of thousands of emails: every other one is sent first.
  `alter table outbox add column bulk boolean not null default false`,
  `create index outbox_by_lane on outbox (bulk, next_try_at) where payload is not null`,
  `drop index outbox_waiting`,
  `create index outbox_by_end on outbox (expires_at) where payload is not null`,
  // How many invitations an address was sent lately (threat A8).
  `create index outbox_of_invited on outbox (recipient, created_at)
    where kind in ('invitation', 'methodInvitation')`,
);

/** What a company's admin sets up for single sign-on: claims of domains, test sign-ins, and the policy. */
export const singleSignOn = migration(
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
  // Domains that were claimed before records existed stay as they are: they are not checked until an admin verifies
  // them.
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
);

/** The sign-in log of a company: every attempt with its outcome and true reason, and indexes for its list. */
export const signInLog = migration(
  `alter table events
    add column company_id uuid,
    -- as it was typed, or the account's then
    add column email text,
    add column method text,
    add column outcome text not null default 'success',
    add column reason text,
    -- the same reason more exactly: which check of an answer failed
    add column detail text,
    add column support_code text,
    -- an address without an account, in a domain that the company claimed
    alter column account_id drop not null`,
  `update events e set company_id = a.company_id, email = a.email,
      method = case when e.kind = 'signedIn'
        then coalesce((select f.strategy from families f where f.event_id = e.event_id limit 1), a.method) end
    from accounts a where a.id = e.account_id`,
  `alter table events alter column company_id set not null`,
  // Every statement that inserts an event names the account; the company and the address of then are the account's.
  `create function complete_event() returns trigger language plpgsql as $$
  begin
    if new.company_id is null or new.email is null then
      select coalesce(new.company_id, a.company_id), coalesce(new.email, a.email)
        into new.company_id, new.email from accounts a where a.id = new.account_id;
    end if;
    return new;
  end $$`,
  `create trigger events_complete before insert on events for each row
    when (new.account_id is not null) execute function complete_event()`,
  // An account that is deleted leaves its history to its company.
  `alter table events drop constraint events_account_id_fkey,
    add constraint events_account_id_fkey foreign key (account_id) references accounts on delete set null`,

  // The id makes a page end at one row. The overview counts only by this index.
  `create index events_of_company on events (company_id, at desc, id desc) include (kind, outcome, method)`,
  `create index events_of_account_by_id on events (account_id, at desc, id desc)`,
  `drop index events_of_account`,
  // Partial, so that the usual row, a sign-in that succeeded, is in none of them.
  `create index events_not_succeeded on events (company_id, at desc, id desc) include (kind, outcome)
    where outcome <> 'success'`,
  `create index events_of_other_kinds on events (company_id, kind, at desc, id desc) where kind <> 'signedIn'`,
  `create index events_by_support_code on events (company_id, support_code) where support_code is not null`,
  `create index events_without_account on events (company_id, email text_pattern_ops, at desc)
    where account_id is null`,
  // Housekeeping.
  `create index events_by_time on events using brin (at)`,

  `create index audit_log_by_action on audit_log (company_id, action, at desc, id desc)`,
  `create index audit_log_by_actor on audit_log (company_id, actor_id, at desc, id desc)`,
);

/**
 * What a person sees of their own sessions and devices: by which program, on which platform, and when they were used
 * last.
 */
export const ownSessions = migration(
  // Of the sessions before this the program is not known, and neither is the platform.
  `alter table families add column user_agent text`,
  `alter table families add column platform text not null default 'authentication-ui'`,
  `alter table families add column last_used_at timestamptz`,
  // Their last use: the last refresh, or else the sign-in.
  `update families f set last_used_at = coalesce(
    (select max(t.used_at) from refresh_tokens t where t.family_id = f.id), f.created_at)`,
  // The default is for the release before this one, which may still run at the same time.
  `alter table families alter column last_used_at set default now()`,
  `alter table families alter column last_used_at set not null`,
  `alter table devices add column user_agent text`,
);

/** Entries of the audit log that no admin caused: a domain that the daily check lost, or that another company took over. */
export const ownAuditEntries = migration(
  `alter table audit_log
    alter column actor_id drop not null,
    alter column actor_email drop not null,
    alter column request_id drop not null`,
);
