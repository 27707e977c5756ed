/**
 * Cancels an email-address change with the link that the old address received. Opening the page changes nothing
 * (threat D7); only a POST cancels, once.
 */
import type { ActionResult } from '@app/contract/pages/links.ts';

import type { CallOrigin, Deps } from '#deps.ts';
import { hashHandle } from '#security/tokens/handles.ts';
import { after, changedInOneStatement } from '#store/connection/one-statement.ts';
import {
  cancelPendingEmailChange,
  type EmailChange,
  findEmailChange,
} from '#store/accounts/email-changes.ts';
import { updateLinkUsed } from '#store/accounts/links.ts';

import { insertAccountEvent } from '#accounts/account-event.ts';
import type { EmailChangeView } from './email-change.ts';
import { emailChangeVisits } from '#rate-limits/rate-limits.ts';
import { countTries } from '#rate-limits/rate-limiter.ts';

/** The content of the link's page: the button that cancels, or the result. */
export async function viewEmailChangeCancel(
  token: string,
  call: CallOrigin,
  deps: Deps,
): Promise<EmailChangeView> {
  const now = deps.clock();
  const { state, change } = await lookUp(token, deps, now);
  if (state === 'unknown') await countTries(emailChangeVisits(call.client), deps, now);
  return state === 'pending' ? { state: 'confirm', newEmail: change.newEmail } : { state };
}

/** Cancels the change once, with the link that confirms it; a repeat gets the same result. */
export async function cancelEmailChange(token: string, call: CallOrigin, deps: Deps): Promise<ActionResult> {
  const now = deps.clock();
  const { state, change } = await lookUp(token, deps, now);
  if (state === 'unknown') await countTries(emailChangeVisits(call.client), deps, now);
  if (state !== 'pending') return state;
  const cancelled = await changedInOneStatement(deps.store.durable, 'cancelled', {
    cancelled: cancelPendingEmailChange(change.id, now),
    link: updateLinkUsed(change.linkId, now, after('cancelled')),
    event: insertAccountEvent(
      { kind: 'emailChangeCancelled', accountId: change.account.id, call, now },
      after('cancelled'),
    ),
  });
  if (cancelled) return 'cancelled';
  // Another call was first: it confirmed or cancelled the change.
  const { state: current } = await lookUp(token, deps, now);
  return current === 'pending' ? 'unknown' : current;
}

/** The state of the change that a link cancels: `too_late` after it was confirmed, `ttl` after it expired. */
async function lookUp(
  token: string,
  deps: Deps,
  now: number,
): Promise<
  | { readonly state: 'pending'; readonly change: EmailChange }
  | { readonly state: 'cancelled' | 'too_late' | 'ttl' | 'unknown'; readonly change?: undefined }
> {
  const change = await findEmailChange(deps.store.relaxed, 'emailChangeCancel', hashHandle(token));
  if (change === undefined) return { state: 'unknown' };
  if (change.done) return { state: 'too_late' };
  if (change.cancelled) return { state: 'cancelled' };
  return change.expiresAt > now ? { state: 'pending', change } : { state: 'ttl' };
}
