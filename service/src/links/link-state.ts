/** Finds the state of a mailed link (requirements §4 "Links in mails"), without consuming it. */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { LinkState } from '@app/contract/pages/links.ts';

import type { Deps, Flow } from '#deps.ts';
import { because, Refusal } from '#refusal.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { MailedLinkKind } from '#store/connection/database.ts';
import { findInvitationFacts, findLink, type Link, insertMailboxProof } from '#store/accounts/links.ts';
import type { Counter } from '#store/sign-in/throttles.ts';

import { caseOf, whyNotSo } from '#accounts/sign-in-rule.ts';
import { linkChecks } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';
import type { Statement } from '#store/connection/one-statement.ts';

/** Returns the state of a link, before the person types a password. Changes nothing (threat D7). */
export const checkLink: Flow<'checkLink'> = async ({ kind, email, token }, call, deps) => {
  const now = deps.clock();
  const link = await findLink(deps.store.relaxed, hashHandle(token));
  const state = linkState(link, { kind, email }, now);
  // As in `lookUpLink`.
  if (state !== 'valid') await countTries(linkChecks(call.client), deps, now);
  if (state === 'valid' && (kind === 'reset' || kind === 'invitation'))
    deps.passwordStrength.expectNewPassword();
  const isInvitation = state === 'valid' && kind === 'invitation' && link !== undefined;
  const invitation = isInvitation && (await findInvitationFacts(deps.store.relaxed, { id: link.id, now }));
  return { state, ...(invitation && { invitation }) };
};

/**
 * The state of a link. A link of another kind or address is `unknown`, so a token on its own reveals nothing. A used
 * link stays `used`, whatever happens later.
 */
export function linkState(
  link: Link | undefined,
  asked: { readonly kind: MailedLinkKind; readonly email: string },
  now: number,
): LinkState {
  if (link === undefined || link.kind !== asked.kind || link.email !== asked.email) return 'unknown';
  if (link.used) return 'used';
  if (link.cancelled || !isWanted(link)) return 'cancelled';
  return link.expiresAt > now ? 'valid' : 'expired';
}

const ofMailbox: ReadonlySet<MailedLinkKind> = new Set<MailedLinkKind>([
  'device',
  'newDevice',
  'passkey',
  'reset',
]);

/** Whether the account or the address still allows what the link is for. */
function isWanted({ kind, email, account, addressTaken, claim, identityFits, passkeyId }: Link): boolean {
  // Its confirmation names the method of a claimed domain.
  if (kind === 'signup') return !addressTaken;
  if (account === undefined || whyNotSo(caseOf(account, claim)) !== undefined) return false;
  if (account.status === 'unconfirmed' && addressTaken) return false;
  // An invited account takes an identity as an active one does.
  if (kind === 'identity')
    return identityFits && account.method === 'google' && account.status !== 'disabled';
  if (kind === 'emailChange' || kind === 'emailChangeCancel') return account.status === 'active';
  // A mailbox that no longer belongs to the account cannot confirm a device, disown a sign-in, remove a passkey nor choose
  // a password.
  if (ofMailbox.has(kind) && account.email !== email) return false;
  if (kind === 'passkey' && passkeyId === undefined) return false;
  const status = kind === 'invitation' ? 'unconfirmed' : 'active';
  // Whatever signed in can be disowned; another method since then has cancelled the link.
  return account.status === status && (kind === 'newDevice' || account.method === 'password');
}

/**
 * Looks a link up in order to consume it: the link if it is valid, otherwise its state. Counts only refused tries, so
 * that a neighbour who fills the limit blocks no valid link.
 *
 * @param limit the counters of refused tries, and the message of their refusal
 */
export async function lookUpLink(
  asked: { readonly kind: MailedLinkKind; readonly email: string; readonly token: string },
  limit: { readonly counters: readonly Counter[]; readonly message?: string },
  deps: Deps,
  now: number,
): Promise<
  { readonly state: 'valid'; readonly link: Link } | { readonly state: Exclude<LinkState, 'valid'> }
> {
  const link = await findLink(deps.store.relaxed, hashHandle(asked.token));
  const state = linkState(link, asked, now);
  if (state !== 'valid') {
    await countTries(limit.counters, deps, now, limit.message);
    return { state };
  }
  if (link === undefined) throw new TypeError('a missing link cannot be valid');
  return { state, link };
}

const reasons = {
  unknown: 'linkUnknown',
  used: 'linkUsed',
  cancelled: 'linkCancelled',
  expired: 'linkExpired',
} as const satisfies Record<Exclude<LinkState, 'valid'>, EventReason>;

/** Why a link cannot be used, for the sign-in log. */
export const linkReason = (state: Exclude<LinkState, 'valid'>) => because(reasons[state]);

/** The refusal of a link that cannot be used: the person is told only that it has expired. */
export const linkRefusal = (state: Exclude<LinkState, 'valid'>): Refusal =>
  new Refusal(state === 'expired' ? 'linkExpired' : 'invalidLink', linkReason(state));

/**
 * Stores that a browser has used a mailed link: this proves the mailbox, so its next sign-in needs no mailed code
 * (requirements §4 "After an invitation, a reset or a sign-up confirmation"; docs/decisions/mailed-links.md). The statement
 * is for the transaction that consumes the link; undefined if the page sent no proof.
 */
export const proveMailbox = (
  accountId: string,
  proof: string | undefined,
  now: number,
): Statement | undefined =>
  proof === undefined ? undefined : insertMailboxProof(accountId, hashHandle(proof), now);
