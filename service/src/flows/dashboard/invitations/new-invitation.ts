/** Makes what an invitation writes: its link, unless the account has no password to choose, and its email. */
import { randomUUID } from 'node:crypto';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';

import type { Deps } from '#deps.ts';
import { createLink } from '#links/create-link.ts';
import { invitationMail, methodInvitationMail, takenAddressMail } from '#mails/invitation-mails.ts';
import { type Account, findAddressHolders } from '#store/accounts/accounts.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import type { NewInvitation } from '#store/dashboard/invitations/invite.ts';

/** The values that the emails of one call share. */
export interface InvitationSender {
  readonly company: string;
  /** The admin's name. */
  readonly inviter: string | undefined;
  /** Whether all other emails are sent first. */
  readonly bulk: boolean;
}

/** With more invitations in one call than this, every other email is sent first. */
export const bulkFrom = 50;

/**
 * The invitations of accounts that nobody has confirmed. Where an account of another company holds the address,
 * everything is the same but the email: it tells the owner, and has no link.
 */
export async function newInvitations(
  accounts: readonly Account[],
  sender: InvitationSender,
  deps: Pick<Deps, 'keys' | 'settings'>,
  { db, now }: { readonly db: DurableTransaction; readonly now: number },
): Promise<NewInvitation[]> {
  const holders = await findAddressHolders(
    db,
    accounts.map(({ email }) => email),
  );
  return accounts.map((account) => {
    const invitation = newInvitation(account, sender, deps, now);
    const to = holders.get(account.email);
    if (to === undefined) return invitation;
    const { dedupeKey } = invitation.mail;
    const mail = takenAddressMail({ to, company: sender.company, dedupeKey }, deps, now);
    return { ...invitation, mail: { ...mail, bulk: sender.bulk } };
  });
}

/** The invitation of an account whose address no other account holds. */
export function newInvitation(
  account: Account,
  { bulk, ...sender }: InvitationSender,
  deps: Pick<Deps, 'keys' | 'settings'>,
  now: number,
): NewInvitation {
  const { id: accountId, email } = account;
  const eventId = randomUUID();
  const content = { account, ...sender };
  if (account.method !== 'password') {
    const mail = methodInvitationMail({ ...content, id: eventId }, deps, now);
    return { account, link: undefined, mail: { ...mail, bulk }, eventId };
  }
  const about = { email, accountId, lifetime: linkLifetimes.invitation };
  const { row, mailed } = createLink('/users/confirmation', about, deps, now);
  return {
    account,
    link: row,
    mail: { ...invitationMail({ ...content, link: mailed }, deps, now), bulk },
    eventId,
  };
}
