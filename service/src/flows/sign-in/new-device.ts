/**
 * Tells the owner of a sign-in on a device that the account does not know, by an email with a link that disowns the
 * sign-in (docs/decisions/known-devices.md; threats A7, A18, D7).
 */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endAccess, setPassword } from '#store/accounts/account-changes.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { cancelLinks, consumeResetLink, insertLink } from '#store/accounts/links.ts';
import { after, type Statement } from '#store/connection/one-statement.ts';
import { deleteFactorsSince } from '#store/accounts/factors.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertMail } from '#store/outbox.ts';
import { isNewDevice } from '#store/sign-in/devices.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { linkRefusal, lookUpLink } from '#links/link-state.ts';
import { newDeviceMail } from '#mails/new-device-mail.ts';
import { acceptances, newDeviceMails } from '#rate-limits/rate-limits.ts';

interface NewDevice {
  readonly newDeviceMail: Statement<'session'>;
  readonly newDeviceLink: Statement<'newDeviceMail'>;
}

/**
 * The email and its link, for the statement that opens the `session` and before one that makes the device known. They
 * write nothing for a device that the account knows, or at the account's first sign-in. Undefined where no device can be
 * told from another.
 *
 * @param device SHA-256 of its id; null: the browser sends none, and is recognised by its network
 */
export function tellOfNewDevice(
  { account, device }: { readonly account: Account; readonly device: Buffer | null },
  call: Call,
  deps: Deps,
  now: number,
): NewDevice | undefined {
  if (device === null && deps.settings.riskDataScriptUrl === '') return undefined;
  const { id: accountId, email } = account;
  const about = { accountId, email, lifetime: linkLifetimes.newDevice };
  const { row, mailed } = createLink('/login/not-you', about, deps, now);
  const key = device === null ? `${accountId}:${call.client}` : mailed.id;
  const mail = newDeviceMail(account, { link: mailed, dedupeKey: `newDevice:${key}`, call }, deps, now);
  const isNew = isNewDevice({ accountId, device, counters: newDeviceMails(accountId) }, now);
  return {
    newDeviceMail: insertMail(mail, isNew),
    newDeviceLink: insertLink(row, after('newDeviceMail')),
  };
}

/**
 * Ends every session of the account, forgets its devices and removes its password, once, and answers with a link to
 * choose another one: the person has just proven the mailbox. The session alone would not do: who has the password opens
 * the next one.
 */
export const disownSignIn: Flow<'disownSignIn'> = async ({ email, confirmationCode }, call, deps) => {
  const now = deps.clock();
  const found = await lookUpLink(
    { kind: 'newDevice', email, token: confirmationCode },
    { counters: acceptances(call.client) },
    deps,
    now,
  );
  if (found.state !== 'valid') throw linkRefusal(found.state);
  if (found.link.account === undefined) throw new Refusal('invalidLink');
  const { account, id: linkId, expiresAt } = found.link;
  const signedInAt = expiresAt - linkLifetimes.newDevice;
  const { row, mailed } = createLink('/password/reset', resetLinkSubject(account), deps, now);
  const answer = { url: mailed.url };
  const sealed = call.once?.sealAnswer(answer);
  await deps.store.durable.transaction().execute(async (db) => {
    if ((await consumeResetLink(db, { linkId, accountId: account.id }, now)) === undefined)
      throw new Refusal('invalidLink');
    if (!(await setPassword(db, account.id, null, 'active'))) throw new Refusal('invalidLink');
    await endAccess(db, account.id, now, {
      cancelledLinks: cancelLinks(account.id, ['reset', 'device', 'newDevice'], now),
      // Whoever signed in then may have added one, and would lock the owner out by it.
      ...deleteFactorsSince(account.id, signedInAt),
      event: insertAccountEvent({ kind: 'signInDisowned', accountId: account.id, call, now }),
      link: insertLink(row),
      answer: sealed && updateAnswer(sealed),
    });
  });
  return answer;
};
