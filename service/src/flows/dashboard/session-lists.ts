/** An account's sessions and known devices as the wire writes them, for their owner and for an admin. */
import * as limits from '@app/contract/fields/limits.ts';
import type { KnownDevice, Session } from '@app/contract/dashboard/sessions.ts';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { deviceName } from '#sessions/device-name.ts';
import { findDevices, findSessions } from '#store/dashboard/account-sessions.ts';

/** The most recently used first; those beyond one page are only counted. */
interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}

export async function sessionsOf({ store, clock }: Deps, accountId: string): Promise<Listed<Session>> {
  const rows = await findSessions(store.relaxed, accountId, limits.pageSizeMax, clock());
  const items = rows.map((row) => ({
    id: row.id,
    ...named(row),
    platform: row.platform,
    client: row.client,
    signedInAt: row.signedInAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

export async function devicesOf({ store, clock }: Deps, accountId: string): Promise<Listed<KnownDevice>> {
  const rows = await findDevices(store.relaxed, accountId, limits.pageSizeMax, clock());
  const items = rows.map((row) => ({
    id: row.device.toString('hex'),
    ...named(row),
    knownAt: row.knownAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** The device that a path names. Throws `Refusal('notFound')` if it is not the id of a device. */
export function deviceOf({ deviceId }: { readonly deviceId: string }): Buffer {
  if (!/^[0-9a-f]{64}$/.test(deviceId)) throw new Refusal('notFound');
  return Buffer.from(deviceId, 'hex');
}

/** The browser and system in words, where the header says them. */
export function named({ userAgent }: { readonly userAgent: string | null }): { device?: string } {
  const device = deviceName(userAgent ?? '');
  return device === undefined ? {} : { device };
}
