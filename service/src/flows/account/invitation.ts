/**
 * Invitations (spec §7; requirements §4 "Links in mails"): an account that becomes its owner's with its first password.
 */
import { randomUUID } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { CallOrigin, Deps, Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import {
  endAccess,
  findAccountByEmail,
  isAddressTaken,
  lockAccount,
  setInvited,
  setPassword,
} from '#store/accounts/account-changes.ts';
import { insertAccount, findCompanyName, type NewAccount } from '#store/accounts/accounts.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { insertLink, cancelLinks, consumeLink } from '#store/accounts/links.ts';
import { insertMail } from '#store/outbox.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { proveMailbox } from '#links/mailbox-proof.ts';
import { checkEmail } from '#accounts/email-address.ts';
import { hashNewPassword } from '#accounts/new-password.ts';
import { acceptances } from '#rate-limits/rate-limits.ts';
import { linkRefusal, lookUpLink } from '#links/link-state.ts';
import { invitationMail } from '#mails/mails.ts';
import { createLink } from '#links/create-link.ts';
import { countUses } from '#rate-limits/reservations.ts';

export interface Invitation {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  /** Of the mail and of the account. */
  readonly language: Language;
  readonly roles: readonly string[];
  /** The inviter's name, for the mail. */
  readonly invitedBy?: string | undefined;
}

/**
 * Creates an unconfirmed account and mails its invitation. For an account that is still unconfirmed, the new invitation
 * replaces the older. Throws `Refusal('invalid')` with the field `email` for an address that cannot be invited, and
 * `Refusal('notFound')` for an unknown company.
 */
export async function inviteAccount(
  invitation: Invitation,
  call: CallOrigin,
  deps: Deps,
): Promise<{ accountId: string }> {
  const now = deps.clock();
  const email = checkEmail(invitation.email, 'email');
  const { companyId, name, language, roles, invitedBy: inviter } = invitation;
  const work = deps.store.durable.transaction().execute(async (db) => {
    const company = await findCompanyName(db, companyId);
    if (company === undefined) throw new Refusal('notFound');
    const known = await findAccountByEmail(db, email);
    const account: NewAccount = {
      id: known?.account.id ?? randomUUID(),
      companyId,
      email,
      name,
      method: 'password',
      status: 'unconfirmed',
      language,
      roles,
      invitedAt: now,
    };
    if (known === undefined) await insertAccount(db, account);
    else {
      const locked = (await lockAccount(db, account.id))?.account;
      const again = locked?.status === 'unconfirmed' && locked.method === 'password';
      if (!again || locked.companyId !== companyId) throw cannotInvite();
      await setInvited(db, account.id, { name, language, roles, invitedAt: now });
    }
    const about = { email, accountId: account.id, lifetime: limits.invitationLifetime };
    const { row, mailed } = createLink('/users/confirmation', about, deps, now);
    await inOneStatement(db, {
      cancelledLinks: cancelLinks(account.id, ['invitation'], now),
      link: insertLink(row),
      event: insertAccountEvent({ kind: 'invited', accountId: account.id, call, now }),
      mail: insertMail(invitationMail({ account, company, inviter, link: mailed }, deps, now)),
    });
    return { accountId: account.id };
  });
  const invited = await work.catch((error: unknown) => {
    throw isAddressTaken(error) ? cannotInvite() : error;
  });
  deps.wakeMailWorker();
  return invited;
}

const cannotInvite = (): Refusal => new Refusal('invalid', { fields: { email: ['is_invalid'] } });

/**
 * Sets the first password of an invited account, once. The language stays as the inviter chose it. Throws
 * `Refusal('linkExpired')`, `Refusal('invalidLink')` and those of `hashNewPassword`.
 */
export const acceptInvitation: Flow<'acceptInvitation'> = async (body, call, deps) => {
  const now = deps.clock();
  await countUses(acceptances(call.client), deps, now);
  const asked = { email: body.email, token: body.confirmationCode };
  const found = await lookUpLink('invitation', asked, deps, now);
  if (found.state !== 'valid') throw linkRefusal(found.state);
  if (found.link.account === undefined) throw new Refusal('invalidLink');
  const { account, companyName, id: linkId } = found.link;
  const password = await hashNewPassword(body, [account.email, account.name, companyName], deps);

  const sealed = call.once?.sealAnswer(undefined);
  await deps.store.durable.transaction().execute(async (db) => {
    const done =
      (await setPassword(db, account.id, password, 'unconfirmed')) && (await consumeLink(db, linkId, now));
    if (!done) throw new Refusal('invalidLink');
    await endAccess(db, account.id, now, {
      cancelledLinks: cancelLinks(account.id, ['invitation'], now),
      proof: proveMailbox(account.id, body.mailboxProof, now),
      event: insertAccountEvent({ kind: 'invitationAccepted', accountId: account.id, call, now }),
      answer: sealed && updateAnswer(sealed),
    });
  });
  return undefined;
};
