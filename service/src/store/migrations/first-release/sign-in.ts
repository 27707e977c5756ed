/** The tables of the first release: a sign-in with password and mailed code. */
import { migration } from '#store/migrations/migration.ts';

/** The tables of a sign-in with password and mailed code. */
export const signIn = migration(
  `create table companies (
    id uuid primary key,
    name text not null,
    second_step text not null default 'always' check (second_step in ('always', 'unrecognised', 'off')),
    created_at timestamptz not null default now()
  )`,
  // A domain that a company's admin claimed: unknown addresses in it answer by its method (requirements §4 "Sign-in
  // method").
  `create table domains (
    domain text primary key check (domain = lower(domain)),
    company_id uuid not null references companies on delete cascade,
    method text not null check (method in ('password', 'google', 'saml'))
  )`,
  `create table accounts (
    id uuid primary key,
    company_id uuid not null references companies on delete cascade,
    email text not null unique check (email = lower(email)),
    name text not null,
    method text not null check (method in ('password', 'google', 'saml')),
    status text not null check (status in ('active', 'unconfirmed', 'disabled')),
    -- null: the company's policy
    second_step text check (second_step in ('always', 'unrecognised', 'off')),
    language text not null,
    roles jsonb not null default '[]',
    -- PHC string, and the id of the pepper that went in (null: none)
    password_hash text,
    password_key_id text,
    created_at timestamptz not null default now()
  )`,
  // Devices that completed a code step for an account, by the SHA-256 of their id.
  `create table devices (
    account_id uuid not null references accounts on delete cascade,
    device bytea not null,
    known_at timestamptz not null,
    primary key (account_id, device)
  )`,
  `create table challenges (
    id uuid primary key,
    -- SHA-256 of the handle that the app holds
    session bytea not null unique,
    account_id uuid not null references accounts on delete cascade,
    email text not null,
    client text not null,
    -- risk data without its device token, which is a secret of the browser; its device by SHA-256
    context jsonb,
    device bytea,
    tries integer not null default 0,
    resends integer not null default 0,
    resend_at timestamptz not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  ) with (fillfactor = 80)`,
  `create index challenges_of_account on challenges (account_id, created_at desc)`,
  `create index challenges_by_end on challenges (expires_at)`,
  `create table challenge_codes (
    challenge_id uuid not null references challenges on delete cascade,
    -- HMAC of challenge id and code
    code bytea not null,
    expires_at timestamptz not null,
    primary key (challenge_id, code)
  )`,
  // What the answer to a resend is computed from: only the typed address (SHA-256), whether it has an account or not.
  `create table resend_holds (
    address bytea primary key,
    resends integer not null,
    resend_at timestamptz not null
  ) with (fillfactor = 70)`,
  // A session: every refresh token that came from one sign-in.
  `create table families (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    strategy text not null check (strategy in ('password', 'google', 'saml')),
    event_id uuid not null,
    client text not null,
    -- one challenge makes one session, whatever else goes wrong
    challenge_id uuid unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index families_of_account on families (account_id) where revoked_at is null`,
  `create index families_by_end on families (expires_at)`,
  `create table refresh_tokens (
    -- SHA-256 of the token
    hash bytea primary key,
    family_id uuid not null references families on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz,
    -- the next token, sealed under a key that only the holder of this one can derive, and its hash
    successor bytea,
    successor_hash bytea
  ) with (fillfactor = 70)`,
  `create index refresh_tokens_of_family on refresh_tokens (family_id)`,
  `create table throttles (
    key text primary key,
    -- settled as wrong in this window, and taken but not settled yet
    wrong integer not null default 0,
    pending integer not null default 0,
    pending_until timestamptz not null default '-infinity',
    window_ends_at timestamptz not null,
    blocked_until timestamptz not null default '-infinity'
  ) with (fillfactor = 50)`,
  `create index throttles_by_end on throttles (window_ends_at)`,
  `create table outbox (
    id uuid primary key,
    kind text not null,
    recipient text not null,
    language text not null,
    -- sealed; null once it is sent, expired or refused
    payload bytea,
    dedupe_key text unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    next_try_at timestamptz not null,
    attempts integer not null default 0,
    sent_at timestamptz,
    failed_at timestamptz,
    failure text
  ) with (fillfactor = 70)`,
  `create index outbox_waiting on outbox (next_try_at) where payload is not null`,
  `create index outbox_by_age on outbox (created_at)`,
  `create table idempotency (
    -- SHA-256 of endpoint and key
    id bytea primary key,
    -- HMAC of the body, keyed with a secret of the service and the raw key
    fingerprint bytea not null,
    claimed_until timestamptz not null,
    -- sealed under a key derived from a secret of the service and the raw key
    answer bytea,
    expires_at timestamptz not null
  ) with (fillfactor = 70)`,
  `create index idempotency_by_end on idempotency (expires_at)`,
  `create table events (
    id uuid primary key default gen_random_uuid(),
    -- names the sign-in, as the ID token does
    event_id uuid not null,
    account_id uuid not null references accounts on delete cascade,
    kind text not null,
    client text not null,
    platform text not null,
    at timestamptz not null
  )`,
  `create index events_of_account on events (account_id, at desc)`,

  // Takes a place in several counters together: in all of them or in none. The caller passes the keys in sorted order,
  // so two calls never wait for each other in a circle. A place is 'pending' until throttle_settle says whether it was
  // a wrong try; one that nobody settled (its process died) counts as wrong.
  // Verdicts: 'free'; 'blocked' (until); 'busy': the last places are pending, ask again.
  `create function throttle_take(
    p_now timestamptz, p_lease interval, p_settled boolean,
    p_keys text[], p_limits integer[], p_windows interval[], p_blocks interval[]
  ) returns table (verdict text, until timestamptz) language plpgsql as $$
  declare
    t throttles;
    n integer := cardinality(p_keys);
  begin
    verdict := 'free';
    for i in 1 .. n loop
      select * into t from throttles where key = p_keys[i] for update;
      if not found then
        insert into throttles (key, window_ends_at) values (p_keys[i], p_now + p_windows[i]) on conflict do nothing;
        select * into t from throttles where key = p_keys[i] for update;
      end if;
      if t.window_ends_at <= p_now or (t.pending > 0 and t.pending_until <= p_now) then
        if t.window_ends_at <= p_now then
          t.wrong := 0;
          t.window_ends_at := p_now + p_windows[i];
        end if;
        if t.pending > 0 and t.pending_until <= p_now then
          t.wrong := t.wrong + t.pending;
          t.pending := 0;
          if t.wrong >= p_limits[i] then
            t.blocked_until := p_now + coalesce(p_blocks[i], t.window_ends_at - p_now);
          end if;
        end if;
        update throttles set wrong = t.wrong, pending = t.pending, window_ends_at = t.window_ends_at,
          blocked_until = t.blocked_until where key = p_keys[i];
      end if;
      if t.blocked_until > p_now then
        verdict := 'blocked';
        until := greatest(until, t.blocked_until);
      elsif t.pending > 0 and t.wrong + t.pending >= p_limits[i] and verdict = 'free' then
        verdict := 'busy';
      end if;
    end loop;
    if verdict = 'free' then
      if p_settled then
        perform throttle_settle(p_now, true, p_keys, p_limits, p_windows, p_blocks);
      else
        update throttles set pending = pending + 1, pending_until = p_now + p_lease where key = any (p_keys);
      end if;
    end if;
    return next;
  end $$`,

  // Gives places back, or counts them as wrong: the try that fills a counter blocks its key.
  // A null block lasts until the counter's window ends.
  `create function throttle_settle(
    p_now timestamptz, p_wrong boolean,
    p_keys text[], p_limits integer[], p_windows interval[], p_blocks interval[]
  ) returns void language plpgsql as $$
  declare
    t throttles;
  begin
    if not p_wrong then
      perform 1 from throttles where key = any (p_keys) order by key for update;
      update throttles set pending = greatest(pending - 1, 0) where key = any (p_keys);
      return;
    end if;
    for i in 1 .. cardinality(p_keys) loop
      select * into t from throttles where key = p_keys[i] for update;
      continue when not found;
      t.pending := greatest(t.pending - 1, 0);
      if t.window_ends_at <= p_now then
        t.wrong := 0;
        t.window_ends_at := p_now + p_windows[i];
      end if;
      t.wrong := t.wrong + 1;
      if t.wrong >= p_limits[i] then
        t.blocked_until := p_now + coalesce(p_blocks[i], t.window_ends_at - p_now);
      end if;
      update throttles set wrong = t.wrong, pending = t.pending, window_ends_at = t.window_ends_at,
        blocked_until = t.blocked_until where key = p_keys[i];
    end loop;
  end $$`,
);
