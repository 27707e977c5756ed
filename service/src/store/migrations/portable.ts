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
