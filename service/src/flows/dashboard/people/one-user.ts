/** What an admin changes of one account: its name, its email address, its password, its factors (requirements §5). */
import { temporaryPassLifetime } from '@app/contract/dashboard/user-sessions.ts';
import { showRecoveryCode } from '@app/contract/fields/recovery-code.ts';

import type { DashboardCall, Deps, Flow } from '#deps.ts';
import { startEmailChange } from '#flows/account/email-change.ts';
import { requireNewPassword } from '#flows/account/recovery.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { type FactorHelp, factorHelpMails } from '#mails/factor-mails.ts';
import { takeMails } from '#rate-limits/rate-limiter.ts';
import { Refusal } from '#refusal.ts';
import { newRecoveryCode } from '#security/factors/recovery-codes.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { endAccess } from '#store/accounts/account-changes.ts';
import { findActiveAdmins } from '#store/accounts/accounts.ts';
import { cancelOpenEmailChange } from '#store/accounts/email-changes.ts';
import { deleteFactors, replaceTemporaryPass } from '#store/accounts/factors.ts';
import {
  after,
  changedInOneStatement,
  inOneStatement,
  type Statement,
} from '#store/connection/one-statement.ts';
import { updateProfile } from '#store/dashboard/own-account.ts';
import { findCompanyState, lockUsers, type UserState } from '#store/dashboard/users/user-changes.ts';
import { findUser } from '#store/dashboard/users/user-list.ts';
import { forgetTries } from '#store/sign-in/code-tries.ts';
import { insertMails } from '#store/outbox.ts';

import { changeOf } from './change-users.ts';

/** With a version that is not the latest: `changedMeanwhile` with the present state. */
export const renameUser: Flow<'renameUser'> = ({ params, body: { name, version } }, call, deps) =>
  adminChange(call, deps, async (admin) => {
    const { db, companyId, now } = admin;
    const { id, email, language } = await lockUser(admin, params.userId);
    const before = await findUser(db, companyId, id, now);
    if (before === undefined) throw new Refusal('notFound');
    if (version !== undefined && version !== before.version)
      throw new Refusal('changedMeanwhile', { present: before });
    if (name === before.name) return before;
    await updateProfile(db, id, { name, language });
    await insertAccountEvent({ kind: 'profileChanged', accountId: id, call, now }).execute(db);
    admin.audit({
      action: 'nameChanged',
      targetId: id,
      target: email,
      before: { name: before.name },
      after: { name },
    });
    return { ...before, name, version: before.version + 1 };
  });

export const requestEmailChange: Flow<'requestEmailChange'> = async (
  { params, body: { email } },
  call,
  deps,
) => {
  await adminChange(call, deps, async (admin) => {
    const user = await lockUser(admin, params.userId);
    if (user.status !== 'active') throw new Refusal('notPossible');
    if (await keepsPassword(admin, user.id)) throw new Refusal('ssoRequired');
    if (!(await startEmailChange(user, email, changeOf(admin, call, deps))))
      throw new Refusal('invalid', { fields: { email: ['is_invalid'] } });
    // The old mailbox gets the link that cancels the change: without it there is no change.
    await requireMails(admin, user.addressLost ? [email] : [email, user.email]);
    admin.audit({
      action: 'emailChangeAsked',
      targetId: user.id,
      target: user.email,
      before: { email: user.email },
      after: { email },
    });
  });
  deps.wakeMailWorker();
  return undefined;
};

/** A repeat finds nothing to cancel, and is as good. */
export const cancelEmailChange: Flow<'cancelEmailChange'> = ({ params }, call, deps) =>
  adminChange(call, deps, async (admin) => {
    const { id, email } = await lockUser(admin, params.userId);
    const cancelled = await changedInOneStatement(admin.db, 'cancelled', {
      cancelled: cancelOpenEmailChange(id, admin.now),
      event: insertAccountEvent(
        { kind: 'emailChangeCancelled', accountId: id, call, now: admin.now },
        after('cancelled'),
      ),
    });
    if (cancelled) admin.audit({ action: 'emailChangeCancelled', targetId: id, target: email });
    return undefined;
  });

export const requestNewPassword: Flow<'requestNewPassword'> = async ({ params }, call, deps) => {
  await adminChange(call, deps, async (admin) => {
    const user = await lockUser(admin, params.userId);
    const isKept = user.id === call.actor.account.id || (await keepsPassword(admin, user.id));
    if (isKept || user.addressLost || !(await requireNewPassword(user, changeOf(admin, call, deps))))
      throw new Refusal('notPossible');
    await requireMails(admin, [user.email]);
    admin.audit({ action: 'newPasswordAsked', targetId: user.id, target: user.email });
  });
  deps.wakeMailWorker();
  return undefined;
};

/** For a person who lost them. Sessions end, too: the lost phone may have one. */
export const removeUserFactors: Flow<'removeUserFactors'> = async ({ params }, call, deps) => {
  await adminChange(call, deps, async (admin) => {
    const user = await lockUser(admin, params.userId);
    if (user.id === call.actor.account.id || !(await deleteFactors(admin.db, user.id)))
      throw new Refusal('notPossible');
    await endAccess(
      admin.db,
      user.id,
      admin.now,
      await toldOf('factorsRemoved', user, { admin, call, deps }),
    );
  });
  deps.wakeMailWorker();
  return undefined;
};

/** For a person who lost every factor. The pass is in the answer alone; nothing else is changed until it is used. */
export const giveTemporaryPass: Flow<'giveTemporaryPass'> = async ({ params }, call, deps) => {
  const answer = await adminChange(call, deps, async (admin) => {
    const { db, now } = admin;
    const user = await lockUser(admin, params.userId);
    const isAsked = user.status === 'active' && user.secondStepAsked && !user.addressLost;
    if (user.id === call.actor.account.id || !isAsked) throw new Refusal('notPossible');
    await requireMails(admin, [user.email]);
    const pass = newRecoveryCode();
    const until = now + temporaryPassLifetime;
    await replaceTemporaryPass(db, user.id, hashHandle(pass), { now, until });
    await inOneStatement(db, {
      ...(await toldOf('temporaryPassGiven', user, { admin, call, deps })),
      // Too many of them are forgiven by a new password where there is one.
      wrongCodes: user.method === 'password' ? undefined : forgetTries(user.id),
    });
    return { pass: showRecoveryCode(pass), until };
  });
  deps.wakeMailWorker();
  return answer;
};

/** The event and the emails that tell of help with lost factors; its entry in the audit log is added. */
async function toldOf(
  help: FactorHelp,
  user: UserState,
  { admin, call, deps }: { readonly admin: AdminChange; readonly call: DashboardCall; readonly deps: Deps },
): Promise<Record<'event' | 'mails', Statement>> {
  const { db, companyId, now } = admin;
  const by = call.actor.account;
  const admins = await findActiveAdmins(db, companyId);
  const others = admins.filter(({ id }) => id !== by.id && id !== user.id);
  admin.audit({ action: help, targetId: user.id, target: user.email });
  return {
    event: insertAccountEvent({ kind: help, accountId: user.id, call, now }),
    mails: insertMails(factorHelpMails(help, { person: user, by, others }, deps, now)),
  };
}

/** Throws `Refusal('mailedTooOften')`, which undoes the change, if one of the mailboxes has no email left. */
async function requireMails(admin: AdminChange, to: readonly string[]): Promise<void> {
  if ((await takeMails(admin, to)).size < to.length) throw new Refusal('mailedTooOften');
}

/** Whether the account is the one way in that is left while the company requires single sign-on. */
async function keepsPassword({ db, companyId }: AdminChange, id: string): Promise<boolean> {
  const { ssoRequired, breakGlassId } = await findCompanyState(db, companyId);
  return ssoRequired && id === breakGlassId;
}

/** Throws `Refusal('notFound')` for an unknown account and for another company's. */
export async function lockUser(
  { db, companyId }: Pick<AdminChange, 'db' | 'companyId'>,
  id: string,
): Promise<UserState> {
  const [user] = await lockUsers(db, companyId, [id]);
  if (user === undefined) throw new Refusal('notFound');
  return user;
}
