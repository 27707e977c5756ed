/**
 * Accepts an invitation (spec §7; requirements §4 "Links in mails"): the account becomes its owner's with its first
 * password.
 */
import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { endAccess, isAddressTaken, setPassword } from '#store/accounts/account-changes.ts';
import { type Account, domainOf, findClaim } from '#store/accounts/accounts.ts';
import type { DurableTransaction } from '#store/connection/pools.ts';
import { declineAccount } from '#store/dashboard/invitations/waiting-invitations.ts';
import { lockDomain } from '#store/dashboard/single-sign-on/domain-claims.ts';
import { inOneStatement } from '#store/connection/one-statement.ts';
import { updateAnswer } from '#store/idempotency.ts';
import { cancelLinks, consumeLink } from '#store/accounts/links.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import { caseOf, whyNotSo } from '#accounts/sign-in-rule.ts';
import { hashNewPassword } from '#accounts/new-password.ts';
import { acceptances } from '#rate-limits/rate-limits.ts';
import { proveMailbox, linkRefusal, lookUpLink } from '#links/link-state.ts';

/**
 * Sets the first password of an invited account, once. The account holds its address from then on, so every other
 * invitation of the address is void. The language stays as the inviter chose it. Throws
 * `Refusal('linkExpired')`, `Refusal('invalidLink')` and those of `hashNewPassword`.
 */
export const acceptInvitation: Flow<'acceptInvitation'> = async (body, call, deps) => {
  const now = deps.clock();
  const asked = { kind: 'invitation', email: body.email, token: body.confirmationCode } as const;
  const found = await lookUpLink(asked, { counters: acceptances(call.client) }, deps, now);
  if (found.state !== 'valid') throw linkRefusal(found.state);
  if (found.link.account === undefined) throw new Refusal('invalidLink');
  const { account, companyName, id: linkId } = found.link;
  const password = await hashNewPassword(body, [account.email, account.name, companyName], deps);

  const sealed = call.once?.sealAnswer(undefined);
  const work = deps.store.durable.transaction().execute(async (db) => {
    const done =
      (await mayStillJoin(db, account)) &&
      (await setPassword(db, account.id, password, 'unconfirmed')) &&
      (await consumeLink(db, linkId, now));
    if (!done) throw new Refusal('invalidLink');
    await endAccess(db, account.id, now, {
      cancelledLinks: cancelLinks(account.id, ['invitation'], now),
      proof: proveMailbox(account.id, body.mailboxProof, now),
      event: insertAccountEvent({ kind: 'invitationAccepted', accountId: account.id, call, now }),
      answer: sealed && updateAnswer(sealed),
    });
  });
  // Another invitation of the address was accepted at this moment.
  await work.catch((error: unknown) => {
    throw isAddressTaken(error) ? new Refusal('invalidLink') : error;
  });
  return undefined;
};

/**
 * Whether no other company has verified the domain of an invited account since its link was looked up: the hash of the
 * password takes long. Locks the domain, as its verification does, and before the account.
 */
async function mayStillJoin(db: DurableTransaction, account: Account): Promise<boolean> {
  const domain = domainOf(account.email);
  await lockDomain(db, domain);
  return whyNotSo(caseOf(account, await findClaim(db, domain))) === undefined;
}

/** Declines an invitation, once. The company's list says so, and nothing else of the address changes. */
export const declineInvitation: Flow<'declineInvitation'> = async (
  { email, confirmationCode },
  call,
  deps,
) => {
  const now = deps.clock();
  const found = await lookUpLink(
    { kind: 'invitation', email, token: confirmationCode },
    { counters: acceptances(call.client) },
    deps,
    now,
  );
  if (found.state !== 'valid') throw linkRefusal(found.state);
  if (found.link.account === undefined) throw new Refusal('invalidLink');
  const { account } = found.link;
  const sealed = call.once?.sealAnswer(undefined);
  await deps.store.durable.transaction().execute(async (db) => {
    if (!(await declineAccount(db, account.id, now))) throw new Refusal('invalidLink');
    await inOneStatement(db, {
      cancelledLinks: cancelLinks(account.id, ['invitation'], now),
      answer: sealed && updateAnswer(sealed),
    });
  });
  return undefined;
};
