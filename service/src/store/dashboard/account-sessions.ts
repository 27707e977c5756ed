/** The sessions in which a person is signed in, and the devices that the account knows. */
import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import type { DurableTransaction, Reader } from '#store/connection/pools.ts';
import { insertEventsOf } from '#store/events.ts';
import { tokenEnd } from '#store/sessions/refresh.ts';
import { endedAt } from '#store/sessions/sessions.ts';
import { isIdle } from '#store/sign-in/devices.ts';

export interface SessionRow {
  readonly id: string;
  readonly platform: Platform;
  readonly client: string;
  readonly userAgent: string | null;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  /** When it ends unless it is used. */
  readonly expiresAt: Date;
  /** How many there are, of which this is one. */
  readonly total: number;
}

/** The session `f` could still be used: it is not ended, and its present refresh token is still good. */
const isAlive = (now: number): RawBuilder<boolean> => sql<boolean>`
  f.revoked_at is null and f.strategy = a.method and ${tokenEnd} > ${new Date(now)}::timestamptz`;

/** The newest used first. */
export async function findSessions(
  db: Reader,
  accountId: string,
  most: number,
  now: number,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select f.id, f.platform, f.client, f.user_agent as "userAgent", f.created_at as "signedInAt",
      f.last_used_at as "lastUsedAt", count(*) over ()::integer as total,
      ${tokenEnd} as "expiresAt"
    from families f join accounts a on a.id = f.account_id
    where f.account_id = ${accountId}::uuid and ${isAlive(now)}
    order by f.last_used_at desc, f.id limit ${most}`.execute(db);
  return rows;
}

/** The header `User-Agent`, or null: none was sent. */
type Agent = { readonly userAgent: string | null };

/**
 * Ends the account's session `only`, or all but the session `but`, each with its event. Resolves to those that it
 * ended.
 */
export async function endSessions(
  db: DurableTransaction,
  accountId: string,
  which: { readonly only: string } | { readonly but: string },
  { client, platform, now }: { readonly client: string; readonly platform: Platform; readonly now: number },
): Promise<Agent[]> {
  const chosen = 'only' in which ? sql`f.id = ${which.only}::uuid` : sql`f.id <> ${which.but}::uuid`;
  const { rows } = await sql<Agent>`
    with ended as (
      update families f set ${endedAt(now)} from accounts a
      where f.account_id = ${accountId}::uuid and a.id = f.account_id and ${chosen} and ${isAlive(now)}
      returning f.event_id, f.account_id, f.user_agent
    ), logged as (
      ${insertEventsOf(sql`ended`, { kind: 'sessionsEnded', client, platform, at: now })}
    )
    select user_agent as "userAgent" from ended`.execute(db);
  return rows;
}

export interface DeviceRow {
  /** SHA-256 of the device's id. */
  readonly device: Buffer;
  readonly userAgent: string | null;
  readonly knownAt: Date;
  readonly lastUsedAt: Date;
  readonly total: number;
}

/** The devices that the account knows, the newest used first. */
export async function findDevices(
  db: Reader,
  accountId: string,
  most: number,
  now: number,
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.device, d.user_agent as "userAgent", d.known_at as "knownAt", d.last_used_at as "lastUsedAt",
      count(*) over ()::integer as total
    from devices d where d.account_id = ${accountId}::uuid and not ${isIdle(sql`d.last_used_at`, now)}
    order by d.last_used_at desc, d.device limit ${most}`.execute(db);
  return rows;
}

/** Resolves to the device that the account knew, or undefined. */
export async function deleteDevice(
  db: DurableTransaction,
  accountId: string,
  device: Buffer,
): Promise<Agent | undefined> {
  const { rows } = await sql<Agent>`
    delete from devices where account_id = ${accountId}::uuid and device = ${device}
    returning user_agent as "userAgent"`.execute(db);
  return rows[0];
}
