/**
 * Device links (docs/decisions/known-devices.md; threats A2, A4, A5, A7, A8). When strangers have exhausted the rate
 * limits of an account or a client, a mailed link makes the owner's browser a known device, which has its own limits.
 * The link is mailed only on request: an attack itself sends no email.
 */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { findOwner, lockAccount } from '#store/accounts/account-changes.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { insertConfirmedDevice } from '#store/sign-in/devices.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertLink, consumeLink, unusableLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';
import { resetCounters } from '#store/sign-in/throttles.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { readRiskData } from '#sessions/risk-data.ts';
import { randomDelay, unknownAccount } from '#accounts/unknown-account.ts';
import { acceptances, deviceLinkMails, wrongPasswordsOnDevice } from '#rate-limits/rate-limits.ts';
import { linkRefusal, lookUpLink } from '#links/link-state.ts';
import { deviceLinkMail, refusedIn, signInMethodMail } from '#mails/sign-in-mails.ts';
import { createLink } from '#links/create-link.ts';

/**
 * Mails the link, at most one an hour per address; an account with another method gets an email that names it. Every
 * address gets the same answer after the same statements (threats A4, A5).
 */
export const sendDeviceLink: Flow<'sendDeviceLink'> = async ({ email }, call, deps) => {
  const now = deps.clock();
  const { account: found, mayMail } = await findOwner(
    deps.store.relaxed,
    email,
    unknownAccount,
    deviceLinkMails(email),
    now,
  );
  const account =
    found.id !== unknownAccount.id && found.status === 'active' && mayMail ? found : unknownAccount;
  const byPassword = account !== unknownAccount && account.method === 'password';
  const about = { email: account.email, accountId: account.id, lifetime: linkLifetimes.device };
  const { row, mailed } = createLink('/login/device', about, deps, now);
  const mail = byPassword
    ? deviceLinkMail(refusedIn(account, call), mailed, deps, now)
    : signInMethodMail(account, deps, now, mailed.id);
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

/**
 * Makes the device of the risk data known to the account, once. This proves the device as a code does: both prove the
 * mailbox. Throws `Refusal('invalid')` without a device token, before any look-up.
 */
export const confirmDevice: Flow<'confirmDevice'> = async ({ email, code, contextData }, call, deps) => {
  const now = deps.clock();
  const { device } = readRiskData(contextData, deps);
  if (device === null) throw new Refusal('invalid', { fields: { contextData: ['is_missing'] } });
  const found = await lookUpLink(
    { kind: 'device', email, token: code },
    { counters: acceptances(call.client) },
    deps,
    now,
  );
  if (found.state !== 'valid') throw linkRefusal(found.state);
  if (found.link.account === undefined) throw new Refusal('invalidLink');
  const { account, id: linkId } = found.link;

  const sealed = call.once?.sealAnswer(undefined);
  await deps.store.durable.transaction().execute(async (db) => {
    // A change of access at this moment comes after it, and forgets the device, or before it, and has cancelled the link.
    await lockAccount(db, account.id);
    if (!(await consumeLink(db, linkId, now))) throw new Refusal('invalidLink');
    await inOneStatement(db, {
      device: insertConfirmedDevice(account.id, device, now + linkLifetimes.codeSpared, now),
      counters: resetCounters(wrongPasswordsOnDevice(account.email, device.toString('base64url'))),
      event: insertAccountEvent({ kind: 'deviceConfirmed', accountId: account.id, call, now }),
      answer: sealed && updateAnswer(sealed),
    });
  });
  return undefined;
};
