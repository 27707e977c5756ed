/** The migrations from 0042 on: distributed engines take them too (docs/scaling.md). */
import { migration } from '#store/migrations/migration.ts';

/**
 * A session's row holds the generation of its present refresh token, and no token is stored. The rows of the sessions that
 * exist say all that is needed: their first refresh makes them sessions of this release (`storesTokens` in store.ts).
 */
export const generations = migration(
  'alter table families add column generation integer not null default 0',
  // SHA-256 of call and Idempotency-Key of the last refresh: its repeat gets the same successor.
  'alter table families add column repeat_id bytea',
  // Each refresh keeps it a second longer in the future: the limit of a session's refreshes.
  "alter table families add column busy_until timestamptz not null default '-infinity'",
  // A refresh changes the row where it is.
  'alter table families set (fillfactor = 70)',
);

/** The locks by name (connection/lock.ts): of a company's changes, and of a domain's claims. */
export const locks = migration('create table locks (name text primary key) with (fillfactor = 50)');

/** Nothing has used these since 0039, and no look-up needs the index. */
export const unused = migration(
  'drop function throttle_take',
  'drop function throttle_take_each',
  'drop function throttle_settle',
  'drop function throttle_give_back',
  'drop index events_by_time',
);

/** Second factors of the method password, which a thief of the mailbox does not have (docs/decisions/factors.md). */
export const factors = migration(
  `create table authenticators (
    account_id uuid primary key references accounts on delete cascade,
    -- the shared secret of RFC 6238, sealed (security/tokens/sealing.ts)
    secret bytea not null,
    -- the name of the key that sealed it: housekeeping seals it again when another key is in use
    sealed_by text not null,
    -- the 30 seconds, counted from the epoch, whose code was accepted last: a code is accepted once
    last_step integer not null,
    added_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table recovery_codes (
    account_id uuid not null references accounts on delete cascade,
    -- HMAC of the code
    code bytea not null,
    made_at timestamptz not null,
    used_at timestamptz,
    primary key (account_id, code)
  )`,
  `create table passkeys (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    credential_id bytea not null unique,
    -- SubjectPublicKeyInfo (DER), and its COSE algorithm
    public_key bytea not null,
    algorithm integer not null,
    -- 0: an authenticator that does not count
    sign_count bigint not null,
    -- the model of the authenticator
    aaguid uuid not null,
    name text not null,
    transports text[] not null,
    backed_up boolean not null,
    rp_id text not null,
    added_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index passkeys_by_account on passkeys (account_id)',
  // The password was chosen by a mailed link: the next sign-in needs a factor that is not the mailbox.
  'alter table accounts add column factor_due boolean not null default false',
  // What proved the sign-in beside the password; null: nothing, or the provider.
  'alter table events add column way text',
  'alter table last_sign_ins add column way text',
);

/** The link by which an owner disowns a sign-in on a new device. */
export const newDeviceLinks = migration(
  'alter table links drop constraint links_kind_check',
  // The rows that are there satisfied the narrower one: none is read again.
  `alter table links add constraint links_kind_check check (kind in
    ('reset', 'invitation', 'signup', 'emailChange', 'emailChangeCancel', 'identity', 'device', 'newDevice')) not valid`,
);

/** A company's second step after Google and single sign-on. */
export const providerSteps = migration(
  `alter table companies add column provider_step text not null default 'never'
    check (provider_step in ('never', 'unlessProven', 'always'))`,
  // Null: a password opened it. Of single sign-on, with the provider's session (`ChallengeProvider`).
  'alter table challenges add column provider jsonb',
);

/** A company's second step that takes a factor, and the pass of an admin for who has lost theirs. */
export const requiredFactors = migration(
  // From when on no mailed code counts; null: it does.
  'alter table companies add column factor_from timestamptz',
  // Of a temporary pass; null: a recovery code, which does not expire.
  'alter table recovery_codes add column expires_at timestamptz',
);

/** A passkey is offered after a sign-in, until the account declines; some browsers add one automatically. */
export const passkeyOffers = migration(
  'alter table accounts add column passkey_offer_declined_at timestamptz',
  // Made by the browser without the person.
  'alter table passkeys add column automatic boolean not null default false',
  // The passkey that the link removes. Without a foreign key: a used link says so once that is gone.
  'alter table links add column passkey_id uuid',
  'alter table links drop constraint links_kind_check',
  `alter table links add constraint links_kind_check check (kind in ('reset', 'invitation', 'signup', 'emailChange',
    'emailChangeCancel', 'identity', 'device', 'newDevice', 'passkey')) not valid`,
);

/** The sign-in log can get partitions after it (partition-events.ts). */
export const eventSlots = migration(
  // The number of its partition. -1: of the table that was there before these.
  'alter table events add column slot smallint not null default -1',
  // Reads nothing yet.
  'alter table events add constraint events_unpartitioned check (slot = -1) not valid',
);
