/** The sign-in log: who signed in, out, or lost a session, and when. Nothing secret is in it. */
import { type RawBuilder, sql } from 'kysely';
import type { Platform, Strategy, Way } from '@app/contract/fields/vocabulary.ts';

import { always, type Condition, type Statement } from './connection/one-statement.ts';
import type { EventKind } from './connection/database.ts';

export interface SignInEvent {
  /** The `event_id` of the session's ID tokens. */
  readonly eventId: string;
  readonly accountId: string;
  readonly kind: EventKind;
  /** How the session was signed in. */
  readonly strategy?: Strategy | undefined;
  /** What proved it beside the password. */
  readonly way?: Way | undefined;
  /** The client as limits count it: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  readonly platform: Platform;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Inserts an event for each row of `rows`, with the account's company and address as the statement finds them.
 *
 * @param rows a table or a subquery, with `event_id` and `account_id`
 */
export const insertEventsOf = (
  rows: RawBuilder<unknown>,
  { kind, strategy, way, client, platform, at }: Omit<SignInEvent, 'eventId' | 'accountId'>,
): Statement => sql`
  insert into events (event_id, account_id, company_id, email, kind, method, way, client, platform, at)
  select r.event_id, r.account_id, a.company_id, a.email, ${kind}::text, ${strategy ?? null}::text, ${way ?? null}::text,
    ${client}::text, ${platform}::text, ${new Date(at)}::timestamptz
  -- An event without its account is refused, and so is the change.
  from ${rows} r left join accounts a on a.id = r.account_id`;

/** Inserts an event, in the statement of the change that it records. */
export const insertEvent = <Needs extends string = never>(
  { eventId, accountId, ...event }: SignInEvent,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> =>
  insertEventsOf(
    sql`(select ${eventId}::uuid as event_id, ${accountId}::uuid as account_id where ${onlyIf})`,
    event,
  );

/** Inserts an event of the same kind for each account, with its own id. */
export const insertEvents = (
  ids: readonly string[],
  event: Omit<SignInEvent, 'eventId' | 'accountId'>,
): Statement =>
  insertEventsOf(
    sql`(select gen_random_uuid() as event_id, id as account_id from unnest(${ids}::uuid[]) id)`,
    event,
  );
