/** The own sessions and known devices (requirements §5; threat B2): listed, ended, forgotten. */
import type { Flow } from '#deps.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { deviceOf, devicesOf, sessionsOf } from '#flows/dashboard/session-lists.ts';
import { Refusal } from '#refusal.ts';
import { deleteDevice, endSessions } from '#store/dashboard/account-sessions.ts';

import { ownChange } from './own-change.ts';

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
