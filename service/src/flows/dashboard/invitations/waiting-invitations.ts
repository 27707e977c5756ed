/**
 * Sends invitations again, or revokes them. A person who accepts at the same moment was first, or finds the link
 * cancelled.
 */
import type { InvitationResults } from '@app/contract/dashboard/invitations.ts';

import type { Flow } from '#deps.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import { takeMails } from '#rate-limits/rate-limiter.ts';
import { Refusal } from '#refusal.ts';
import { caseOf, whyNotSo } from '#accounts/sign-in-rule.ts';
import { type Account, roleOf } from '#store/accounts/accounts.ts';
import {
  deleteInvitations,
  type LockedInvitation,
  lockInvitations,
  resendInvitations as sendAgain,
} from '#store/dashboard/invitations/waiting-invitations.ts';

import { senderOf } from './invite.ts';
import { newInvitations } from './new-invitation.ts';

type Result = InvitationResults['results'][number];

export const resendInvitations: Flow<'resendInvitations'> = async ({ body }, call, deps) => {
  const ids = [...new Set(body.ids)];
  const sender = await senderOf(call, ids.length, deps);
  const answer = await adminChange(call, deps, async (change) => {
    const found = await lockInvitations(change.db, { ...change, ids });
    const waiting = [...found.values()].filter((each) => reasonAgainst(each, true) === undefined);
    const mailed = await takeMails(
      change,
      waiting.map(({ account }) => account.email),
    );
    const { results, accounts } = sort(
      ids,
      (id) =>
        reasonAgainst(found.get(id), true) ??
        (mailed.has(found.get(id)?.account.email ?? '') ? undefined : 'mailedTooOften'),
      found,
    );
    const { client, platform, actor } = call;
    const { companyId, now } = change;
    const invitations = await newInvitations(accounts, sender, deps, change);
    await sendAgain(change.db, invitations, {
      companyId,
      client,
      platform,
      inviterId: actor.account.id,
      now,
    });
    for (const { id, email, roles } of accounts)
      change.audit({
        action: 'invitationResent',
        targetId: id,
        target: email,
        after: { role: roleOf(roles) },
      });
    return { results };
  });
  deps.wakeMailWorker();
  return answer;
};

export const revokeInvitations: Flow<'revokeInvitations'> = ({ body }, call, deps) =>
  adminChange(call, deps, async (change) => ({ results: await revoke([...new Set(body.ids)], change) }));

export const revokeInvitation: Flow<'revokeInvitation'> = ({ params }, call, deps) =>
  adminChange(call, deps, async (change) => {
    const [result] = await revoke([params.invitationId], change);
    if (!result?.ok) throw new Refusal('notFound');
    return undefined;
  });

async function revoke(ids: readonly string[], change: AdminChange): Promise<Result[]> {
  const found = await lockInvitations(change.db, { ...change, ids });
  const { results, accounts } = sort(ids, (id) => reasonAgainst(found.get(id), false), found);
  await deleteInvitations(change.db, accounts, change.now);
  for (const { id, email, roles, method } of accounts)
    change.audit({
      action: 'invitationRevoked',
      targetId: id,
      target: email,
      before: { role: roleOf(roles), method },
    });
  return results;
}

function reasonAgainst(found: LockedInvitation | undefined, mails: boolean): Result['reason'] {
  if (found === undefined) return 'notFound';
  if (found.account.status !== 'unconfirmed') return 'notPossible';
  return mails && whyNotSo(caseOf(found.account, found.claim)) === 'claimedElsewhere'
    ? 'claimedElsewhere'
    : undefined;
}

/** The result of each id, and the accounts of those that go. */
function sort(
  ids: readonly string[],
  reasonOf: (id: string) => Result['reason'],
  found: ReadonlyMap<string, LockedInvitation>,
): { readonly results: Result[]; readonly accounts: Account[] } {
  const accounts: Account[] = [];
  const results = ids.map((id): Result => {
    const reason = reasonOf(id);
    if (reason !== undefined) return { id, ok: false, reason };
    const account = found.get(id)?.account;
    if (account !== undefined) accounts.push(account);
    return { id, ok: true };
  });
  return { results, accounts };
}
