/**
 * Invites up to 10,000 people (requirements §5). Each part of the list is a separate transaction, so that calls of
 * other admins run in between, and stores its results: a repeat of an interrupted call continues after the last part
 * (docs/decisions/invitations.md).
 */
import { createHash, randomUUID } from 'node:crypto';
import { type InviteResult, type InvitationRow, invitationRow } from '@app/contract/dashboard/invitations.ts';
import * as v from 'valibot';
import type { Input } from '@app/contract/calls/endpoints.ts';

import type { DashboardCall, Deps, Flow } from '#deps.ts';
import { requireRecentSignIn } from '#flows/dashboard/guarded-effects.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import { takeMails } from '#rate-limits/rate-limiter.ts';
import { Refusal } from '#refusal.ts';
import { whyNotSo } from '#accounts/sign-in-rule.ts';
import { type Account, findCompanyName, roleOf } from '#store/accounts/accounts.ts';
import { findPart, insertPart, type PartKey } from '#store/dashboard/invitations/invitation-parts.ts';
import {
  findInvitees,
  findSsoOfCompany,
  insertInvitations,
  type Invitee,
  type SsoOfCompany,
} from '#store/dashboard/invitations/invite.ts';

import { bulkFrom, type InvitationSender, newInvitations } from './new-invitation.ts';

/** Rows of one transaction: a small part of a statement's time limit, and a short wait for other admins. */
const rowsOfPart = 500;

/** The result of a row, without its address, which the call has. */
type PartResult = Omit<InviteResult, 'email'>;

export const invite: Flow<'invite'> = async ({ body }, call, deps) => {
  const rows = checkRows(body.invitations);
  // Before the first part, so that a list with an admin in a later part is not half done.
  if (rows.some((of) => 'row' in of && of.row.role === 'Admin')) requireRecentSignIn(call, deps);
  const sender = await senderOf(call, rows.length, deps);
  const batch = call.once && batchOf(call.once.id, call, body);
  const results: InviteResult[] = [];
  const answer = { results };
  for (let start = 0; start < rows.length; start += rowsOfPart) {
    const part = rows.slice(start, start + rowsOfPart);
    const key = batch && { batch, part: start / rowsOfPart };
    const at = { isFirst: start === 0, isLast: start + rowsOfPart >= rows.length };
    await adminChange(
      call,
      deps,
      async (change) => {
        const done = await invitePartOnce(part, { key, before: start, sender, call, change }, deps);
        // Another time if the transaction is repeated.
        results.splice(start);
        results.push(...done.map((result, row) => ({ email: part[row]?.sent.email ?? '', ...result })));
        return answer;
      },
      at,
    );
    deps.wakeMailWorker();
    if (!at.isLast) await call.once?.renew();
  }
  return answer;
};

/** Two calls with the same key and another body, or by an admin of another company, share nothing. */
const batchOf = (id: Buffer, { actor }: DashboardCall, body: unknown): Buffer =>
  createHash('sha256').update(id).update(actor.account.companyId).update(JSON.stringify(body)).digest();

export async function senderOf(
  { actor: { account } }: DashboardCall,
  count: number,
  deps: Deps,
): Promise<InvitationSender> {
  const company = await findCompanyName(deps.store.relaxed, account.companyId);
  if (company === undefined) throw new Refusal('notFound');
  return { company, inviter: account.name || undefined, bulk: count > bulkFrom };
}

interface Part {
  readonly key: PartKey | undefined;
  /** How many rows of the call were in the parts before. */
  readonly before: number;
  readonly sender: InvitationSender;
  readonly call: DashboardCall;
  readonly change: AdminChange;
}

async function invitePartOnce(
  rows: readonly CheckedRow[],
  part: Part,
  deps: Deps,
): Promise<readonly PartResult[]> {
  const { key, change } = part;
  if (key === undefined) return invitePart(rows, part, deps);
  const done = await findPart<PartResult>(change.db, key, change.now);
  if (done !== undefined) return done;
  const results = await invitePart(rows, part, deps);
  await insertPart(change.db, key, results, change.now);
  return results;
}

async function invitePart(
  rows: readonly CheckedRow[],
  { before, sender, call, change }: Part,
  deps: Deps,
): Promise<readonly PartResult[]> {
  const { db, companyId, now } = change;
  const emails = rows.flatMap((of) => ('row' in of ? [of.row.email] : []));
  const invitees = await findInvitees(db, companyId, emails);
  const company = { companyId, sso: await findSsoOfCompany(db, companyId) };

  const planned = rows.map((of): PartResult | { account: Account } => {
    if (!('row' in of)) return { ok: false, reason: of.reason };
    const invitee = invitees.get(of.row.email);
    const reason = invitee && reasonAgainst(invitee, company);
    if (reason !== undefined) return { ok: false, reason };
    return { account: accountOf(of.row, invitee, { ...company, call }) };
  });
  const possible = planned.flatMap((plan) => ('account' in plan ? [plan.account] : []));
  const mailed = await takeMails(
    change,
    possible.map(({ email }) => email),
  );
  const accounts = possible.filter(({ email }) => mailed.has(email));
  const invitations = await newInvitations(accounts, sender, deps, change);
  const { client, platform, actor } = call;
  const by = { companyId, client, platform, inviterId: actor.account.id, now, before };
  const invited = await insertInvitations(db, invitations, by);
  for (const { id, email, roles, method } of accounts)
    if (invited.has(id))
      change.audit({
        action: 'invited',
        targetId: id,
        target: email,
        after: { role: roleOf(roles), method },
      });
  return planned.map((plan): PartResult => {
    if (!('account' in plan)) return plan;
    const { id, email } = plan.account;
    if (!mailed.has(email)) return { ok: false, reason: 'mailedTooOften' };
    // Another call of the company was first at this very moment.
    return invited.has(id) ? { ok: true, id } : { ok: false, reason: 'exists' };
  });
}

interface OwnCompany {
  readonly companyId: string;
  readonly sso: SsoOfCompany;
}

/** An account of another company looks like an address without one; only the email tells its owner. */
function reasonAgainst(
  invitee: Invitee,
  company: OwnCompany,
): NonNullable<InviteResult['reason']> | undefined {
  const { isOurs, claim } = invitee;
  if (isOurs) return 'exists';
  const { companyId, sso } = company;
  // It would sign in by the provider, once there is one.
  const method = sso.required ? 'saml' : 'password';
  const reason = whyNotSo({ companyId, claim, ssoRequired: sso.required, method });
  return reason === 'claimedElsewhere' || reason === 'outsideDomains' ? reason : undefined;
}

/** In a domain that the company claimed the account signs in as the domain says, once there is a provider to do so. */
function accountOf(
  { email, name, role, language }: Extract<CheckedRow, { row: unknown }>['row'],
  invitee: Invitee | undefined,
  { companyId, sso, call }: OwnCompany & { readonly call: DashboardCall },
): Account {
  const claimed = sso.required ? 'saml' : (invitee?.claim?.method ?? 'password');
  return {
    id: randomUUID(),
    companyId,
    email,
    name: name ?? '',
    method: claimed === 'saml' && !sso.configured ? 'password' : claimed,
    status: 'unconfirmed',
    language: language ?? call.actor.account.language,
    roles: [role ?? 'User'],
  };
}

/** Checks the rows of a call that invites, each on its own, before anything is looked up. */
type SentRow = Input<'invite'>['body']['invitations'][number];

/** A row as it was sent, and what it says; or why it cannot be invited. */
type CheckedRow = { readonly sent: SentRow } & (
  { readonly row: InvitationRow } | { readonly reason: 'invalid' | 'duplicate' }
);

/** Of rows with the same address the first valid one counts. */
function checkRows(sent: readonly SentRow[]): CheckedRow[] {
  const seen = new Set<string>();
  return sent.map((of): CheckedRow => {
    const read = v.safeParse(invitationRow, of);
    if (!read.success) return { sent: of, reason: 'invalid' };
    const { email } = read.output;
    if (seen.has(email)) return { sent: of, reason: 'duplicate' };
    seen.add(email);
    return { sent: of, row: read.output };
  });
}
