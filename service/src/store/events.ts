/** The sign-in log: who signed in, out, or lost a session, and when. Nothing secret is in it. */
import { sql } from 'kysely';
import type { Platform, Strategy } from '@app/contract/fields/vocabulary.ts';

import { always, type Condition, type Statement } from './connection/one-statement.ts';
import type { EventKind } from './connection/database.ts';

export interface SignInEvent {
  /** The `event_id` of the session's ID tokens. */
  readonly eventId: string;
  readonly accountId: string;
  readonly kind: EventKind;
  /** How the session was signed in. */
  readonly strategy?: Strategy | undefined;
  /** The client as limits count it: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  readonly platform: Platform;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Inserts an event, in the statement of the change that it records. A trigger adds the account's company and address.
 */
export const insertEvent = <Needs extends string = never>(
  event: SignInEvent,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> => sql`
  insert into events (event_id, account_id, kind, method, client, platform, at)
  select ${event.eventId}::uuid, ${event.accountId}::uuid, ${event.kind}::text, ${event.strategy ?? null}::text,
    ${event.client}::text, ${event.platform}::text, ${new Date(event.at)}::timestamptz
  where ${onlyIf}`;

/** Inserts an event of the same kind for each account, with its own id. */
export const insertEvents = (
  ids: readonly string[],
  { kind, client, platform, at }: Omit<SignInEvent, 'eventId' | 'accountId'>,
): Statement => sql`
  insert into events (event_id, account_id, kind, client, platform, at)
  select gen_random_uuid(), id, ${kind}::text, ${client}::text, ${platform}::text, ${new Date(at)}::timestamptz
  from unnest(${ids}::uuid[]) id`;
