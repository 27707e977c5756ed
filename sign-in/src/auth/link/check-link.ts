/** Checks the state of a mailed link before the person types a password, and recognises refusals about the link. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import { linkPages, type InvitationFacts, type LinkState } from '@app/contract/pages/links.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import type { MailedLink } from './link-from-address.ts';

/** Requests the state of a link. A token that is refused as malformed is unknown. */
export async function checkLink(
  deps: AuthDeps,
  { page, email, token }: MailedLink,
): Promise<
  | { readonly state: LinkState; readonly invitation?: InvitationFacts | undefined }
  | { readonly failure: Failure }
> {
  const outcome = await deps.client.call(accountEndpoints.checkLink, {
    body: { kind: linkPages[page].kind, email, token },
  });
  if (outcome.ok) return outcome.answer;
  return outcome.failure.kind === 'invalid' ? { state: 'unknown' } : { failure: outcome.failure };
}

/** Whether a call was refused because of its link: because of the link's state, or a malformed value. */
export function isAboutLink(failure: Failure): boolean {
  if (failure.kind === 'invalidLink' || failure.kind === 'linkExpired') return true;
  if (failure.kind !== 'invalid') return false;
  return ['email', 'code', 'confirmationCode'].some((field) => failure.fields[field]?.length);
}
