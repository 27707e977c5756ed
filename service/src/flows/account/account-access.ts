/**
 * Changes accounts' access for an admin: one account or many by the same statements. Each change ends every session in
 * the same transaction (threat B2).
 */
import type { CallOrigin, Deps } from '#deps.ts';
import { bulkFrom, newInvitations } from '#flows/dashboard/invitations/new-invitation.ts';
import { choosePasswordMail } from '#mails/password-mails.ts';
import { createLink, resetLinkSubject } from '#links/create-link.ts';
import { type Access, endAccess, setAccess } from '#store/accounts/account-changes.ts';
import { type Account, findCompanyName } from '#store/accounts/accounts.ts';
import { cancelLinks, insertLinks } from '#store/accounts/links.ts';
import type { EventKind } from '#store/connection/database.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { resendInvitations } from '#store/dashboard/invitations/waiting-invitations.ts';
import { insertEvents } from '#store/events.ts';
import { insertMails } from '#store/outbox.ts';

/** The transaction of a change, and who makes it. Wake the mail worker after it. */
export interface AccountsChange {
  readonly db: DurableTransaction;
  readonly call: CallOrigin;
  readonly deps: Deps;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The admin that an invitation names. */
  readonly changedBy?: Pick<Account, 'id' | 'name'> | undefined;
}

/** An account, locked, as it was before the change. */
export interface LockedAccount extends Account {
  readonly hasPassword: boolean;
  /** Of a disabled account: nobody has confirmed it. */
  readonly unproven: boolean;
}

/**
 * Sets the access of accounts and ends all their sessions; an empty `access` does only the latter. Resolves to the ids
 * of those that have no password now, to whom a link to choose one was mailed (requirements §5). An unconfirmed account
 * with another method gets a new invitation that fits it.
 */
export async function changeAccess(
  accounts: readonly LockedAccount[],
  access: Access,
  change: AccountsChange,
): Promise<ReadonlySet<string>> {
  const { db, call, deps, now } = change;
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const changes = Object.keys(access).length > 0;
  if (changes) await setAccess(db, ids, access);
  const chosen = accounts.filter((account) => needsPassword(account, access));
  const mailed = chosen
    .filter((account) => !needsInvitation(account, access))
    .map((account) => {
      const { row, mailed: link } = createLink('/password/new', resetLinkSubject(account), deps, now);
      return { row, mail: choosePasswordMail(account, link, deps, now) };
    });
  await endAccess(db, ids, now, {
    cancelledLinks: changes
      ? cancelLinks(ids, ['reset', 'invitation', 'device', 'newDevice'], now)
      : undefined,
    loggedEvents: insertEvents(ids, { ...call, kind: kindOf(access), at: now }),
    ...(mailed.length > 0 && {
      newLinks: insertLinks(mailed.map(({ row }) => row)),
      newMails: insertMails(mailed.map(({ mail }) => ({ ...mail, bulk: mailed.length > 1 }))),
    }),
  });
  const invited = accounts.filter((account) => needsInvitation(account, access));
  await inviteAgain(
    invited.map((account) => ({ ...account, ...access })),
    change,
  );
  return new Set(chosen.map(({ id }) => id));
}

/** Replaces the invitations of unconfirmed accounts of one company by those that fit their methods. */
export async function inviteAgain(accounts: readonly Account[], change: AccountsChange): Promise<void> {
  const { db, call, deps, now, changedBy } = change;
  const companyId = accounts[0]?.companyId;
  if (companyId === undefined) return;
  const company = (await findCompanyName(db, companyId)) ?? '';
  const sender = { company, inviter: changedBy?.name || undefined, bulk: accounts.length > bulkFrom };
  const invitations = await newInvitations(accounts, sender, deps, { db, now });
  await resendInvitations(db, invitations, {
    companyId,
    client: call.client,
    platform: call.platform,
    inviterId: changedBy?.id,
    now,
  });
}

/** Whether the change mails the account's owner: an invitation, or a link to choose a password. */
export const sendsMail = (account: LockedAccount, access: Access): boolean =>
  needsInvitation(account, access) || needsPassword(account, access);

/** Whether the account will be an invited one without an invitation, or with one that names another method. */
const needsInvitation = ({ status, method: before }: Account, access: Access): boolean =>
  access.status === undefined
    ? status === 'unconfirmed' && access.method !== undefined && access.method !== before
    : access.status === 'unconfirmed';

/** Whether the account will sign in by a password that it does not have. */
export function needsPassword(account: LockedAccount, access: Access): boolean {
  const { status = account.status, method } = access;
  if (status === 'disabled') return false;
  if (access.status === 'unconfirmed') return account.method === 'password';
  if (method !== undefined && method !== account.method) return method === 'password';
  return account.status === 'disabled' && account.method === 'password' && !account.hasPassword;
}

function kindOf({ status, method }: Access): EventKind {
  if (status !== undefined) return status === 'disabled' ? 'disabled' : 'enabled';
  return method === undefined ? 'sessionsEnded' : 'methodChanged';
}
