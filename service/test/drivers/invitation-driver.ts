/** Invites one person, without the calls of the dashboard around it. */
import { randomUUID } from 'node:crypto';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import { checkEmail } from './admin-driver.ts';
import type { CallOrigin, Deps } from '#deps.ts';
import { newInvitation } from '#flows/dashboard/invitations/new-invitation.ts';
import { Refusal } from '#refusal.ts';
import { findAccountByEmail } from '#store/accounts/account-changes.ts';
import { findCompanyName, type Account } from '#store/accounts/accounts.ts';
import { insertInvitations } from '#store/dashboard/invitations/invite.ts';
import { resendInvitations } from '#store/dashboard/invitations/waiting-invitations.ts';

export interface Invitation {
  readonly companyId: string;
  readonly email: string;
  readonly name: string;
  /** Of the email and of the account. */
  readonly language: Language;
  readonly roles: readonly string[];
  /** The inviter's name, for the email. */
  readonly invitedBy?: string | undefined;
}

/** Creates an unconfirmed account and sends its invitation; for one that is unconfirmed already, sends it again. */
export async function inviteAccount(
  invitation: Invitation,
  call: CallOrigin,
  deps: Deps,
): Promise<{ accountId: string }> {
  const now = deps.clock();
  const { companyId, name, language, roles, invitedBy: inviter } = invitation;
  const email = checkEmail(invitation.email, 'email');
  const by = { companyId, client: call.client, platform: call.platform, now };
  const invited = await deps.store.durable.transaction().execute(async (db) => {
    const company = await findCompanyName(db, companyId);
    if (company === undefined) throw new Refusal('notFound');
    const sender = { company, inviter, bulk: false };
    const known = (await findAccountByEmail(db, email))?.account;
    if (known !== undefined) {
      await resendInvitations(db, [newInvitation(known, sender, deps, now)], by);
      return known;
    }
    const account: Account = {
      id: randomUUID(),
      companyId,
      email,
      name,
      method: 'password',
      status: 'unconfirmed',
      language,
      roles,
    };
    await insertInvitations(db, [newInvitation(account, sender, deps, now)], by);
    return account;
  });
  deps.wakeMailWorker();
  return { accountId: invited.id };
}
