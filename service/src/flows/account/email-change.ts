/**
 * Changes an account's email address (requirements §4 "Links in mails"): an admin requests it, the new address confirms
 * it with a POST, the old one is informed and can cancel it (`email-change-cancel.ts`). Opening the page changes nothing
 * (threat D7); an expired link sends at most one new link.
 */
import { randomUUID } from 'node:crypto';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import type { ActionResult } from '@app/contract/pages/links.ts';

import type { CallOrigin, Deps } from '#deps.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import {
  endAccess,
  hasAccountAt,
  isAddressTaken,
  lockAccount,
  setEmail,
} from '#store/accounts/account-changes.ts';
import { after, inOneStatement } from '#store/connection/one-statement.ts';
import {
  insertEmailChange,
  cancelOpenEmailChange,
  type EmailChange,
  findEmailChange,
  finishEmailChange,
} from '#store/accounts/email-changes.ts';
import {
  type Account,
  domainOf,
  findAddressHolders,
  findClaim,
  findCompanyName,
} from '#store/accounts/accounts.ts';
import type { Reader } from '#store/connection/pools.ts';
import { insertLink, cancelLinks, consumeLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';

import { whyNotSo } from '#accounts/sign-in-rule.ts';
import { insertAccountEvent } from '#accounts/account-event.ts';
import { emailChangeVisits } from '#rate-limits/rate-limits.ts';
import { takenAddressMail } from '#mails/invitation-mails.ts';
import { emailChangeAskedMail, emailChangedMail, emailChangeMail } from '#mails/email-change-mails.ts';
import { createEmailChangeLink } from '#links/create-link.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';

import type { AccountsChange } from './account-access.ts';

export type EmailChangeView =
  { readonly state: 'confirm'; readonly newEmail: string } | { readonly state: ActionResult };

/**
 * Asks the new address to confirm the change and informs the old one; a newer request cancels the older. False for an
 * address that the company has already, or that may not sign in so. Where an account of another company holds it, only
 * the email differs: it tells the owner and has no link, so the request waits until it expires. Call it with the
 * account locked, and only for an active one.
 */
export async function startEmailChange(
  account: Account,
  newEmail: string,
  { db, call, deps, now }: AccountsChange,
): Promise<boolean> {
  if (await hasAccountAt(db, newEmail, account.companyId)) return false;
  if ((await whyNotAt(db, account, newEmail)) !== undefined) return false;
  const { id: accountId } = account;
  const holder = (await findAddressHolders(db, [newEmail])).get(newEmail);
  const company = (await findCompanyName(db, account.companyId)) ?? '';
  const id = randomUUID();
  const expiresAt = now + linkLifetimes.emailChange;
  const codeExpiresAt = now + linkLifetimes.emailChangeCode;
  const about = { changeId: id, email: newEmail, expiresAt: codeExpiresAt };
  const confirming = createEmailChangeLink('emailChange', about, deps, now);
  const cancelled = { changeId: id, email: account.email, expiresAt };
  const cancelling = createEmailChangeLink('emailChangeCancel', cancelled, deps, now);
  // A separate statement: the index of open changes must no longer contain the older one.
  await cancelOpenEmailChange(accountId, now).execute(db);
  await inOneStatement(db, {
    change: insertEmailChange({ id, accountId, newEmail, now, expiresAt }),
    confirmingLink: insertLink(confirming.row),
    // The mailbox of a lost address is another person's.
    cancellingLink: account.addressLost ? undefined : insertLink(cancelling.row),
    event: insertAccountEvent({ kind: 'emailChangeAsked', accountId, call, now }),
    confirmingMail: insertMail(
      holder === undefined
        ? emailChangeMail({ account, newEmail, link: confirming.mailed }, deps, now)
        : takenAddressMail({ to: holder, company, dedupeKey: `emailChange:${id}` }, deps, now),
    ),
    cancellingMail: account.addressLost
      ? undefined
      : insertMail(emailChangeAskedMail({ account, newEmail, link: cancelling.mailed }, deps, now)),
  });
  return true;
}

/** Why the account may not sign in as it does with the new address. */
const whyNotAt = async (db: Reader, { companyId, method }: Account, newEmail: string) =>
  whyNotSo({ companyId, method, claim: await findClaim(db, domainOf(newEmail)) });

/** The content of the link's page: the button that confirms, or the result. */
export async function viewEmailChange(token: string, call: CallOrigin, deps: Deps): Promise<EmailChangeView> {
  const now = deps.clock();
  const { state, change } = await lookUp(token, deps, now);
  // Counts only unknown links, so that a neighbour who fills the limit blocks no valid one.
  if (state === 'unknown') await countTries(emailChangeVisits(call.client), deps, now);
  if (state === 'confirm') return { state, newEmail: change.newEmail };
  if (state === 'code_expired') await sendNewCode(change, deps, now);
  return { state };
}

/**
 * Changes the address once; a repeat gets the same result. Ends all sessions (threat B2), cancels the links that were
 * mailed to the old address, and informs the old address.
 */
export async function confirmEmailChange(token: string, call: CallOrigin, deps: Deps): Promise<ActionResult> {
  const now = deps.clock();
  const { state, change } = await lookUp(token, deps, now);
  // Counts only unknown links, so that a neighbour who fills the limit blocks no valid one.
  if (state === 'unknown') await countTries(emailChangeVisits(call.client), deps, now);
  if (state === 'code_expired') await sendNewCode(change, deps, now);
  if (state !== 'confirm') return state;
  if (await changeEmail(change, call, deps, now)) {
    deps.wakeMailWorker();
    return 'success';
  }
  // Another call was first: it used the same link (a success for both), cancelled the change, or used the address.
  const { state: current } = await lookUp(token, deps, now);
  return current === 'success' || current === 'cancelled' ? current : 'unknown';
}

/** The state of a link: `code_expired` while its request is valid, `ttl` after that. */
async function lookUp(
  token: string,
  deps: Deps,
  now: number,
): Promise<
  | { readonly state: 'confirm' | 'code_expired'; readonly change: EmailChange }
  | { readonly state: 'success' | 'ttl' | 'cancelled' | 'unknown'; readonly change?: undefined }
> {
  const change = await findEmailChange(deps.store.relaxed, 'emailChange', hashHandle(token));
  if (change === undefined) return { state: 'unknown' };
  if (change.done) return { state: change.account.email === change.newEmail ? 'success' : 'unknown' };
  if (change.cancelled) return { state: 'cancelled' };
  if (change.account.status !== 'active') return { state: 'unknown' };
  if (change.expiresAt <= now) return { state: 'ttl' };
  return { state: change.linkExpiresAt > now ? 'confirm' : 'code_expired', change };
}

/** Sends one new link for an expired one, however often and by whomever that is opened. */
async function sendNewCode(change: EmailChange, deps: Deps, now: number): Promise<void> {
  const { id: changeId, account, newEmail, linkId: replaces } = change;
  const expiresAt = Math.min(now + linkLifetimes.emailChangeCode, change.expiresAt);
  const about = { changeId, email: newEmail, replaces, expiresAt };
  const { row, mailed } = createEmailChangeLink('emailChange', about, deps, now);
  const mail = emailChangeMail({ account, newEmail, link: mailed }, deps, now);
  await inOneStatement(deps.store.durable, { link: insertLink(row), mail: insertMail(mail, after('link')) });
  deps.wakeMailWorker();
}

/** Returns true if this call changed the address. */
async function changeEmail(change: EmailChange, call: CallOrigin, deps: Deps, now: number): Promise<boolean> {
  const { id, account, newEmail, linkId } = change;
  const lost = new Error('the change is no longer pending');
  const work = deps.store.durable.transaction().execute(async (db) => {
    const locked = (await lockAccount(db, account.id))?.account;
    const done =
      locked?.status === 'active' &&
      (await whyNotAt(db, locked, newEmail)) === undefined &&
      (await finishEmailChange(db, id, now)) &&
      (await consumeLink(db, linkId, now));
    if (!done) throw lost;
    await endAccess(db, account.id, now, {
      cancelledLinks: cancelLinks(account.id, ['reset', 'invitation', 'device', 'newDevice'], now),
      event: insertAccountEvent({ kind: 'emailChanged', accountId: account.id, call, now }),
      mail: locked.addressLost
        ? undefined
        : insertMail(emailChangedMail({ account: locked, newEmail, changeId: id }, deps, now)),
    });
    if (!(await setEmail(db, account.id, newEmail))) throw lost;
    return true;
  });
  return work.catch((error: unknown) => {
    if (error === lost || isAddressTaken(error)) return false;
    throw error;
  });
}
