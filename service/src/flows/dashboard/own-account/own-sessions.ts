/** The own sessions and known devices (requirements §5; threat B2): listed, ended, forgotten. */
import { limits } from '@app/contract/fields/limits.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import type { DashboardFlow } from '#flows/dashboard/dashboard-flow.ts';
import { Refusal } from '#refusal.ts';
import { deviceName } from '#sessions/device-name.ts';
import {
  deleteDevice,
  endOwnSessions,
  findOwnDevices,
  findOwnSessions,
} from '#store/dashboard/own-sessions.ts';

import { ownChange } from './own-change.ts';

/** The newest used first; the oldest ones of more than a page are counted alone. */
export const listOwnSessions: DashboardFlow<'listOwnSessions'> = async (_input, { actor }, deps) => {
  const rows = await findOwnSessions(deps.store.relaxed, actor.account.id, limits.pageSizeMax, deps.clock());
  const items = rows.map((row) => ({
    id: row.id,
    ...named(row.userAgent),
    platform: row.platform,
    client: row.client,
    signedInAt: row.signedInAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    current: row.id === actor.familyId,
  }));
  return { items, total: rows[0]?.total ?? 0 };
};

/** Another person's session is `notFound`, as is one that has ended. */
export const endOwnSession: DashboardFlow<'endOwnSession'> = ({ params }, call, deps) => {
  // To end the session of the call is to sign out.
  const asks = params.sessionId === call.actor.familyId ? 'anySignIn' : 'recentSignIn';
  return ownChange(call, deps, asks, async ({ db, account, now }) => {
    const ended = await endOwnSessions(db, account.id, { only: params.sessionId }, { ...call, now });
    if (ended === 0) throw new Refusal('notFound');
    return undefined;
  });
};

export const endOtherSessions: DashboardFlow<'endOtherSessions'> = (_input, call, deps) =>
  ownChange(call, deps, 'recentSignIn', async ({ db, account, familyId, now }) => {
    await endOwnSessions(db, account.id, { but: familyId }, { ...call, now });
    return undefined;
  });

export const listOwnDevices: DashboardFlow<'listOwnDevices'> = async (_input, { actor }, deps) => {
  const rows = await findOwnDevices(deps.store.relaxed, actor.account.id, limits.pageSizeMax, deps.clock());
  const items = rows.map((row) => ({
    id: row.device.toString('hex'),
    ...named(row.userAgent),
    knownAt: row.knownAt.getTime(),
    lastUsedAt: row.lastUsedAt.getTime(),
  }));
  return { items, total: rows[0]?.total ?? 0 };
};

/** The next sign-in with it is one with an unknown device. */
export const forgetOwnDevice: DashboardFlow<'forgetOwnDevice'> = ({ params }, call, deps) =>
  ownChange(call, deps, 'recentSignIn', async ({ db, account, now }) => {
    if (!/^[0-9a-f]{64}$/.test(params.deviceId)) throw new Refusal('notFound');
    const device = Buffer.from(params.deviceId, 'hex');
    if (!(await deleteDevice(db, account.id, device))) throw new Refusal('notFound');
    await insertAccountEvent({ kind: 'deviceForgotten', accountId: account.id, call, now }).execute(db);
    return undefined;
  });

function named(userAgent: string | null): { device?: string } {
  const device = deviceName(userAgent ?? '');
  return device === undefined ? {} : { device };
}
