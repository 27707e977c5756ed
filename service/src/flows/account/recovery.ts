/** Resets a forgotten password (requirements §3, requirements §4 "Links in mails"; threats A4, A5, A7, A8, B2). */
import { hours, minutes } from '@app/contract/fields/durations.ts';

import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endAccess, findToRecover, setPassword } from '#store/accounts/account-changes.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { deleteFactorsSince, forgetWithoutFactor } from '#store/accounts/factors.ts';
import { forgetTries } from '#store/sign-in/code-tries.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertLink, cancelLinks, consumeResetLink, unusableLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';
import { deleteMembers, resetCounters } from '#store/sign-in/throttles.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { hashNewPassword, samePassword } from '#accounts/new-password.ts';
import { randomDelay, unknownAccount } from '#accounts/unknown-account.ts';
import {
  ownMail,
  resets,
  strangersMails,
  wrongAccounts,
  wrongPasswordsOnAccount,
} from '#rate-limits/rate-limits.ts';
import { proveMailbox, linkReason, lookUpLink } from '#links/link-state.ts';
import {
  newPasswordMail,
  passwordChangedMail,
  passwordResetMail,
  recoveryMethodMail,
} from '#mails/password-mails.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';

import type { AccountsChange } from './account-access.ts';

/**
 * Mails a link to choose a new password, or the account's other sign-in method. Every address gets the same answer
 * after the same statements (threats A4, A5): without an email to send they write a link without effect and an expired
 * email, which the next housekeeping deletes. Earlier links stay valid, or a stranger could cancel the owner's
 * (docs/decisions/mailed-links.md).
 *
 * Strangers can exhaust a mailbox's limit of emails: an account without a valid link then still gets one
 * (docs/decisions/rate-limits.md).
 */
export const recoverPassword: Flow<'recoverPassword'> = async ({ email }, call, deps) => {
  const now = deps.clock();
  const quota = { usual: strangersMails(email), last: ownMail('recover', email) };
  const goodUntil = now + leastGood;
  const { account: found, mayMail } = await findToRecover(
    deps.store.relaxed,
    email,
    unknownAccount,
    quota,
    goodUntil,
    now,
  );
  const account =
    found.id !== unknownAccount.id && found.status === 'active' && mayMail ? found : unknownAccount;
  const byPassword = account !== unknownAccount && account.method === 'password';
  const { row, mailed } = createLink('/password/reset', resetLinkSubject(account), deps, now);
  const mail = byPassword
    ? passwordResetMail(account, mailed, deps, now)
    : recoveryMethodMail(account, mailed.id, deps, now);
  const sealed = call.once?.sealAnswer(undefined);
  await inOneStatement(deps.store.durable, {
    link: insertLink(byPassword ? row : unusableLink(row)),
    mail: insertMail(account === unknownAccount ? { ...mail, expiresAt: now } : mail),
    answer: sealed && updateAnswer(sealed),
  });
  deps.wakeMailWorker();
  await randomDelay();
  return undefined;
};

/** A mailed link counts as valid here while at least this much of its lifetime is left. */
const leastGood = minutes(15);

/**
 * Sets a new password by a mailed link, once. Ends every session (threat B2), voids other links, and notifies the owner
 * by email. A password that is refused does not consume the link.
 */
export const resetPassword: Flow<'resetPassword'> = async (body, call, deps) => {
  const now = deps.clock();
  const limit = { counters: resets(call.client), message: 'too_many_requests' };
  const found = await lookUpLink({ kind: 'reset', email: body.email, token: body.code }, limit, deps, now);
  if (found.state !== 'valid') throw new Refusal('invalidLink', linkReason(found.state));
  if (found.link.account === undefined) throw new Refusal('invalidLink');
  const { account, companyName, id: linkId } = found.link;
  const password = await hashNewPassword(body, [account.email, account.name, companyName], deps);

  const sealed = call.once?.sealAnswer(undefined);
  await deps.store.durable.transaction().execute(async (db) => {
    const replaced = await consumeResetLink(db, { linkId, accountId: account.id }, now);
    if (replaced === undefined) throw new Refusal('invalidLink');
    // Last, and while no other call can use the link: a password that is not the present one consumes it. So the holder
    // of one link, or of many, can compare only one password.
    if (replaced.password && (await deps.passwords.verify(body.password, replaced.password)).ok)
      throw samePassword();
    if (!(await setPassword(db, account.id, password, 'active'))) throw new Refusal('invalidLink');
    await endAccess(db, account.id, now, {
      cancelledLinks: cancelLinks(account.id, ['reset', 'device', 'newDevice'], now),
      counters: resetCounters([
        ...wrongPasswordsOnAccount(account.email, call.client),
        ...ownMail('recover', account.email),
      ]),
      members: deleteMembers([wrongAccounts(account.email, call.client)]),
      codeTries: forgetTries(account.id),
      // Whoever is locked out by this password may have added one just before.
      ...deleteFactorsSince(account.id, now - hours(1), { andPasses: false }),
      proof: proveMailbox(account.id, body.mailboxProof, now),
      event: insertAccountEvent({ kind: 'passwordReset', accountId: account.id, call, now }),
      mail: insertMail(passwordChangedMail(account, linkId, deps, now)),
      answer: sealed && updateAnswer(sealed),
    });
    await forgetWithoutFactor(db, account.id);
  });
  deps.wakeMailWorker();
  return undefined;
};

/**
 * Requires a new password, for an admin: removes the old one, ends all sessions and mails the owner a link. False for an
 * account that is not active or has another sign-in method. Call it with the account locked.
 */
export async function requireNewPassword(
  account: Account,
  { db, call, deps, now }: AccountsChange,
): Promise<boolean> {
  if (!(await setPassword(db, account.id, null, 'active'))) return false;
  const { row, mailed } = createLink('/password/new', resetLinkSubject(account), deps, now);
  await endAccess(db, account.id, now, {
    cancelledLinks: cancelLinks(account.id, ['reset', 'device', 'newDevice'], now),
    event: insertAccountEvent({ kind: 'newPasswordAsked', accountId: account.id, call, now }),
    link: insertLink(row),
    mail: insertMail(newPasswordMail(account, mailed, deps, now)),
  });
  return true;
}
