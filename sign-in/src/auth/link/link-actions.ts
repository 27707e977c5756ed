/** What a mailed link does by itself, without a password (spec §7 and extensions). No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { MailedLink } from './link-from-address.ts';

const asOf = ({ email, token }: MailedLink) => ({ asked: JSON.stringify([email, token]) });
const bodyOf =
  ({ email, token }: MailedLink) =>
  () => ({ email, confirmationCode: token });

const actionOf =
  (name: 'confirmIdentity' | 'removePasskeyByLink' | 'declineInvitation') =>
  async (deps: AuthDeps, link: MailedLink): Promise<Failure | undefined> => {
    const outcome = await callIdempotently(deps, accountEndpoints[name], asOf(link), bodyOf(link));
    return outcome.ok ? undefined : outcome.failure;
  };

/** Links the Google account to the owner of the address. It does not sign the person in. */
export const confirmIdentity = actionOf('confirmIdentity');

/** Removes a passkey that was added automatically. Sessions and the password stay. */
export const removePasskey = actionOf('removePasskeyByLink');

/** Declines the invitation: nobody can accept it then. */
export const declineInvitation = actionOf('declineInvitation');

/**
 * Disowns a sign-in on a new device: ends every session and removes the password. Resolves to the address of the page
 * where another one is chosen; of an account without a password to that of the login page.
 */
export async function disownSignIn(
  deps: AuthDeps,
  link: MailedLink,
): Promise<{ readonly url: string } | { readonly failure: Failure }> {
  const outcome = await callIdempotently(deps, accountEndpoints.disownSignIn, asOf(link), bodyOf(link));
  return outcome.ok ? outcome.answer : { failure: outcome.failure };
}
