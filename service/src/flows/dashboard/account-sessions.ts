/**
 * An account's sessions and known devices (requirements §5; threat B2): listed, ended, forgotten, by their owner and by an
 * admin.
 */
import * as limits from '@app/contract/fields/limits.ts';
import type { KnownDevice, Session } from '@app/contract/dashboard/sessions.ts';

import type { Deps, DashboardCall, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { deviceName } from '#sessions/device-name.ts';
import { findDevices, findSessions, deleteDevice, endSessions } from '#store/dashboard/account-sessions.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { type AdminChange, adminChange } from './admin-change.ts';
import type { UserState } from '#store/dashboard/users/user-changes.ts';
import { requireUser } from './people/list-users.ts';
import { lockUser } from './people/one-user.ts';
import { ownChange } from './own-account/own-change.ts';

/** The most recently used first; those beyond one page are only counted. */
interface Listed<Item> {
  readonly items: Item[];
  readonly total: number;
}

async function sessionsOf({ store, clock }: Deps, accountId: string): Promise<Listed<Session>> {
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

async function devicesOf({ store, clock }: Deps, accountId: string): Promise<Listed<KnownDevice>> {
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
function deviceOf({ deviceId }: { readonly deviceId: string }): Buffer {
  if (!/^[0-9a-f]{64}$/.test(deviceId)) throw new Refusal('notFound');
  return Buffer.from(deviceId, 'hex');
}

/** The browser and system in words, where the header says them. */
function named({ userAgent }: { readonly userAgent: string | null }): { device?: string } {
  const device = deviceName(userAgent ?? '');
  return device === undefined ? {} : { device };
}

export const listUserSessions: Flow<'listUserSessions'> = async ({ params }, call, deps) =>
  sessionsOf(deps, (await requireUser(call, deps, params.userId)).id);

export const listUserDevices: Flow<'listUserDevices'> = async ({ params }, call, deps) =>
  devicesOf(deps, (await requireUser(call, deps, params.userId)).id);

export const endUserSession: Flow<'endUserSession'> = ({ params }, call, deps) =>
  adminChange(call, deps, async (admin) => {
    const user = await lockOther(admin, call, params.userId);
    const [ended] = await endSessions(
      admin.db,
      user.id,
      { only: params.sessionId },
      { ...call, now: admin.now },
    );
    if (ended === undefined) throw new Refusal('notFound');
    admin.audit({ action: 'sessionEnded', targetId: user.id, target: user.email, before: named(ended) });
    return undefined;
  });

/** The next sign-in with it is one with an unknown device. */
export const forgetUserDevice: Flow<'forgetUserDevice'> = ({ params }, call, deps) =>
  adminChange(call, deps, async ({ audit, ...admin }) => {
    const user = await lockOther(admin, call, params.userId);
    const { db, now } = admin;
    const forgotten = await deleteDevice(db, user.id, deviceOf(params));
    if (forgotten === undefined) throw new Refusal('notFound');
    await insertAccountEvent({ kind: 'deviceForgotten', accountId: user.id, call, now }).execute(db);
    audit({ action: 'deviceForgotten', targetId: user.id, target: user.email, before: named(forgotten) });
    return undefined;
  });

/** Locks an account that is not the admin's own, which is looked after under its own calls. */
async function lockOther(
  admin: Pick<AdminChange, 'db' | 'companyId'>,
  { actor }: DashboardCall,
  id: string,
): Promise<UserState> {
  if (id === actor.account.id) throw new Refusal('notPossible');
  return lockUser(admin, id);
}

export const listOwnSessions: Flow<'listOwnSessions'> = async (_input, { actor }, deps) => {
  const { items, total } = await sessionsOf(deps, actor.account.id);
  return { items: items.map((item) => ({ ...item, current: item.id === actor.familyId })), total };
};

/** Another person's session is `notFound`, as is one that has ended. */
export const endOwnSession: Flow<'endOwnSession'> = ({ params }, call, deps) => {
  // To end the session of the call is to sign out.
  const asks = params.sessionId === call.actor.familyId ? 'anySignIn' : 'recentSignIn';
  return ownChange(call, deps, asks, async ({ db, account, now }) => {
    const ended = await endSessions(db, account.id, { only: params.sessionId }, { ...call, now });
    if (ended.length === 0) throw new Refusal('notFound');
    return undefined;
  });
};

export const endOtherSessions: Flow<'endOtherSessions'> = (_input, call, deps) =>
  ownChange(call, deps, 'recentSignIn', async ({ db, account, familyId, now }) => {
    await endSessions(db, account.id, { but: familyId }, { ...call, now });
    return undefined;
  });

export const listOwnDevices: Flow<'listOwnDevices'> = (_input, { actor }, deps) =>
  devicesOf(deps, actor.account.id);

/** The next sign-in with it is one with an unknown device. */
export const forgetOwnDevice: Flow<'forgetOwnDevice'> = ({ params }, call, deps) =>
  ownChange(call, deps, 'recentSignIn', async ({ db, account, now }) => {
    if (!(await deleteDevice(db, account.id, deviceOf(params)))) throw new Refusal('notFound');
    await insertAccountEvent({ kind: 'deviceForgotten', accountId: account.id, call, now }).execute(db);
    return undefined;
  });
