/**
 * Tells the owner of a sign-in on a device that the account does not know, by an email with a link that disowns the
 * sign-in (docs/decisions/known-devices.md; threats A7, A18, D7).
 */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Call, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endAccess, setAccess, setPassword } from '#store/accounts/account-changes.ts';
import type { Account } from '#store/accounts/accounts.ts';
import { cancelLinks, consumeResetLink, insertLink } from '#store/accounts/links.ts';
import { after, type Statement } from '#store/connection/one-statement.ts';
import { deleteFactorsSince, deletePasskeyOfSignIn, forgetWithoutFactor } from '#store/accounts/factors.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertMail } from '#store/outbox.ts';
import { insertDevice, isNewDevice } from '#store/sign-in/devices.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { linkRefusal, lookUpLink } from '#links/link-state.ts';
import { newDeviceMail } from '#mails/new-device-mail.ts';
import { acceptances, newDeviceMails } from '#rate-limits/rate-limits.ts';

interface NewDevice {
  readonly newDeviceMail: Statement<'session'>;
  readonly newDeviceLink: Statement<'newDeviceMail'>;
}

interface SignInOnDevice {
  readonly account: Account;
  /** SHA-256 of its id; null: the browser sends none, and is recognised by its network. */
  readonly device: Buffer | null;
  /** `passkey` where that signed in; undefined: the account's method did. */
  readonly way?: 'passkey';
}

/**
 * The email and its link, for the statement that opens the `session` and before one that makes the device known. They
 * write nothing for a device that the account knows, or at the account's first sign-in. Undefined where no device can be
 * told from another.
 */
export function tellOfNewDevice(
  { account, device, way }: SignInOnDevice,
  call: Call,
  deps: Deps,
  now: number,
): NewDevice | undefined {
  if (device === null && deps.settings.riskDataScriptUrl === '') return undefined;
  const { id: accountId, email } = account;
  const about = { accountId, email, lifetime: linkLifetimes.newDevice };
  const { row, mailed } = createLink('/login/not-you', about, deps, now);
  const key = device === null ? `${accountId}:${call.client}` : mailed.id;
  const by = way ?? (account.method === 'password' ? undefined : account.method);
  const mail = newDeviceMail(account, { link: mailed, dedupeKey: `newDevice:${key}`, call, by }, deps, now);
  const isNew = isNewDevice({ accountId, device, counters: newDeviceMails(accountId) }, now);
  return {
    newDeviceMail: insertMail(mail, isNew),
    newDeviceLink: insertLink(row, after('newDeviceMail')),
  };
}

/**
 * The same with the device, which the account knows from then on, for a sign-in that asks for no password. A passkey
 * proves the device as a code does; Google or a company's provider spares no code of a later password.
 */
export function tellOfAndKnowDevice(signIn: SignInOnDevice, call: Call, deps: Deps, now: number) {
  const { account, device, way } = signIn;
  const how = way === 'passkey' ? 'proven' : 'byProvider';
  const used = device && ({ accountId: account.id, device, userAgent: call.userAgent, how } as const);
  return {
    ...tellOfNewDevice(signIn, call, deps, now),
    device: used ? insertDevice(used, now, after('session')) : undefined,
  };
}

/**
 * Ends every session of the account, forgets its devices and removes its password, once, and answers with a link to
 * choose another one: the person has just proven the mailbox. The session alone would not do: who has the password opens
 * the next one. What Google or the company's provider asks for is not ours to remove: the answer is then the login page,
 * and the screen says what to secure.
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
  const reset =
    account.method === 'password'
      ? createLink('/password/reset', resetLinkSubject(account), deps, now)
      : undefined;
  const answer = { url: reset?.mailed.url ?? `${deps.settings.publicUrl}/login` };
  const sealed = call.once?.sealAnswer(answer);
  await deps.store.durable.transaction().execute(async (db) => {
    if ((await consumeResetLink(db, { linkId, accountId: account.id }, now)) === undefined)
      throw new Refusal('invalidLink');
    if (reset === undefined) await setAccess(db, account.id, {});
    else if (!(await setPassword(db, account.id, null, 'active'))) throw new Refusal('invalidLink');
    await endAccess(db, account.id, now, {
      cancelledLinks: cancelLinks(account.id, ['reset', 'device', 'newDevice'], now),
      // Whoever signed in then may have added one, and would lock the owner out by it.
      ...deleteFactorsSince(account.id, signedInAt, { andPasses: true }),
      usedPasskey: deletePasskeyOfSignIn(account.id, signedInAt),
      event: insertAccountEvent({ kind: 'signInDisowned', accountId: account.id, call, now }),
      link: reset && insertLink(reset.row),
      answer: sealed && updateAnswer(sealed),
    });
    await forgetWithoutFactor(db, account.id);
  });
  return answer;
};
