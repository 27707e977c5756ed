/** Sets one thing for up to 500 accounts (requirements §5): each is done or not on its own, all in one transaction. */
import type { Results } from '@app/contract/dashboard/dashboard-fields.ts';
import type { UserChange } from '@app/contract/dashboard/users.ts';

import {
  type AccountsChange,
  changeAccess,
  needsPassword,
  sendsMail,
} from '#flows/account/account-access.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import type { DashboardCall, Deps, Flow } from '#deps.ts';
import type { AuditAction } from '@app/contract/dashboard/audit-actions.ts';
import { takeMails } from '#rate-limits/rate-limiter.ts';
import type { Access } from '#store/accounts/account-changes.ts';
import { roleOf } from '#store/accounts/accounts.ts';
import {
  findCompanyState,
  findVersions,
  lockUsers,
  setRole,
  setSecondStep,
  type UserState,
} from '#store/dashboard/users/user-changes.ts';

import { stateOf, toStored } from '#accounts/account-states.ts';
import { accessOf, type ReasonNotDone, stateAfterChange, type Verdict, verdictOf } from './user-verdict.ts';

type Result = Results['results'][number];

export const changeUsers: Flow<'changeUsers'> = async ({ body }, call, deps) => {
  const { change, versions = {}, preview } = body;
  const ids = [...new Set(body.ids)];
  const answer = await adminChange(call, deps, async (admin) => {
    const { db, companyId } = admin;
    const users = new Map((await lockUsers(db, companyId, ids)).map((user) => [user.id, user]));
    const context = { actorId: call.actor.account.id, company: await findCompanyState(db, companyId) };
    const verdicts = new Map<string, Verdict>(
      [...users.values()].map((user) => [
        user.id,
        verdictOf(user, change, { ...context, seen: versions[user.id] }),
      ]),
    );
    const mailing = [...users.values()].filter(
      (user) => verdicts.get(user.id) === 'change' && sendsMail(user, accessOf(user, change)),
    );
    const mailed = await takeMails(
      admin,
      mailing.map(({ email }) => email),
      { preview },
    );
    for (const { id, email } of mailing) if (!mailed.has(email)) verdicts.set(id, 'mailedTooOften');
    const changed = [...users.values()].filter(({ id }) => verdicts.get(id) === 'change');
    if (!preview) {
      await make(changed, change, changeOf(admin, call, deps));
      for (const user of changed) admin.audit(entryOf(user, change));
    }
    const now = preview ? undefined : await findVersions(db, ids);
    return {
      results: ids.map((id): Result => {
        const user = users.get(id);
        const verdict = verdicts.get(id);
        if (user === undefined || verdict === undefined) return { id, ok: false, reason: 'notFound' };
        const version = now?.get(id) ?? user.version;
        if (verdict !== 'change') return { id, ok: verdict === 'unchanged', reason: verdict, version };
        const reason = mailFor(user, accessOf(user, change));
        return { id, ok: true, version, ...(reason && { reason }) };
      }),
    };
  });
  deps.wakeMailWorker();
  return answer;
};

/** Ends every session of accounts. The caller's own account is refused: the answer could not be read any more. */
export const signOutUsers: Flow<'signOutUsers'> = ({ body }, call, deps) =>
  adminChange(call, deps, async (admin) => {
    const ids = [...new Set(body.ids)];
    const users = new Map((await lockUsers(admin.db, admin.companyId, ids)).map((user) => [user.id, user]));
    const results = ids.map((id): Result => {
      const user = users.get(id);
      if (user === undefined) return { id, ok: false, reason: 'notFound' };
      const { version } = user;
      if (id === call.actor.account.id) return { id, ok: false, reason: 'yourself', version };
      // A disabled or unconfirmed account has no session.
      if (user.status !== 'active') return { id, ok: false, reason: 'notPossible', version };
      return { id, ok: true, version };
    });
    if (body.preview) return { results };
    const done = results.flatMap(({ id, ok }) => (ok ? (users.get(id) ?? []) : []));
    await changeAccess(done, {}, changeOf(admin, call, deps));
    for (const { id, email } of done) admin.audit({ action: 'signedOut', targetId: id, target: email });
    return { results };
  });

export const changeOf = ({ db, now }: AdminChange, call: DashboardCall, deps: Deps): AccountsChange => ({
  db,
  call,
  deps,
  now,
  changedBy: call.actor.account,
});

async function make(users: readonly UserState[], change: UserChange, context: AccountsChange): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  if ('role' in change) await setRole(context.db, ids, change.role);
  else if ('secondStep' in change) await setSecondStep(context.db, ids, change.secondStep);
  else if ('method' in change) await changeAccess(users, change, context);
  else
    for (const [state, group] of Map.groupBy(users, (user) => nameAfter(user, change)))
      await changeAccess(group, toStored(state), context);
}

/** What the owner of a changed account is mailed. */
function mailFor(user: UserState, access: Access): ReasonNotDone | undefined {
  if (!sendsMail(user, access)) return undefined;
  return needsPassword(user, access) && access.status !== 'unconfirmed' ? 'noPasswordYet' : 'invitedAgain';
}

const nameAfter = (user: UserState, change: Extract<UserChange, { status: unknown }>) =>
  stateAfterChange(user, change) ?? stateOf(user);

/** What the audit log keeps of a change of one account. One that nobody confirmed is not active once it is enabled. */
function entryOf(user: UserState, change: UserChange): Parameters<AdminChange['audit']>[0] {
  const { id: targetId, email: target, method, status, secondStep, roles } = user;
  const entry = (action: AuditAction, before: Readonly<Record<string, unknown>>) => ({
    action,
    targetId,
    target,
    before,
    after: change,
  });
  if ('method' in change) return entry('methodChanged', { method });
  if ('status' in change) {
    const after = { status: toStored(nameAfter(user, change)).status };
    return { ...entry('statusChanged', { status }), after };
  }
  if ('secondStep' in change) return entry('secondStepChanged', { secondStep });
  return entry('roleChanged', { role: roleOf(roles) });
}
