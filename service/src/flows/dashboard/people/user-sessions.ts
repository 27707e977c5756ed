/** The sessions and known devices of one account, which an admin sees, ends and forgets (requirements §5; threat B2). */
import type { DashboardCall, Flow } from '#deps.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import { deviceOf, devicesOf, named, sessionsOf } from '#flows/dashboard/session-lists.ts';
import { Refusal } from '#refusal.ts';
import { deleteDevice, endSessions } from '#store/dashboard/account-sessions.ts';
import type { UserState } from '#store/dashboard/users/user-changes.ts';

import { requireUser } from './list-users.ts';
import { lockUser } from './one-user.ts';

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
