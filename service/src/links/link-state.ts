/** Links in mails (requirements §4 "Links in mails"): what has become of one. Nothing here uses one up. */
import type { LinkState } from '@app/contract/pages/links.ts';

import type { Deps, Flow } from '#deps.ts';
import { expectNewPassword } from '#security/passwords/password-strength.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import type { MailedLinkKind } from '#store/connection/database.ts';
import { findLink, type Link } from '#store/accounts/links.ts';

import { linkChecks } from '#rate-limits/rate-limits.ts';
import { countUses } from '#rate-limits/reservations.ts';

/** Says what has become of a link, before anybody types a password. Changes nothing (threat D7). */
export const checkLink: Flow<'checkLink'> = async ({ kind, email, token }, call, deps) => {
  const now = deps.clock();
  await countUses(linkChecks(call.client), deps, now);
  const link = await findLink(deps.store.relaxed, hashHandle(token));
  const state = linkState(link, { kind, email }, now);
  if (state === 'valid' && (kind === 'reset' || kind === 'invitation')) expectNewPassword();
  return { state };
};

/**
 * The one place that decides what a link is worth. A link of another kind or address is unknown: neither says more to
 * somebody who has only a part of it. What was used stays used, whatever happened since.
 */
export function linkState(
  link: Link | undefined,
  asked: { readonly kind: MailedLinkKind; readonly email: string },
  now: number,
): LinkState {
  if (link === undefined || link.kind !== asked.kind || link.email !== asked.email) return 'unknown';
  if (link.used) return 'used';
  if (link.cancelled || !link.wanted) return 'cancelled';
  return link.expiresAt > now ? 'valid' : 'expired';
}

/** The link of a mail that is used, if it is good; else what has become of it. */
export async function lookUpLink(
  kind: MailedLinkKind,
  { email, token }: { readonly email: string; readonly token: string },
  deps: Deps,
  now: number,
): Promise<
  { readonly state: 'valid'; readonly link: Link } | { readonly state: Exclude<LinkState, 'valid'> }
> {
  const link = await findLink(deps.store.relaxed, hashHandle(token));
  const state = linkState(link, { kind, email }, now);
  if (state !== 'valid') return { state };
  if (link === undefined) throw new TypeError('a link that is not there cannot be valid');
  return { state, link };
}
