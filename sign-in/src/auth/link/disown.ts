/** Disowns a sign-in on a new device by a mailed link (extension). No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { MailedLink } from './link-from-address.ts';

/**
 * Ends every session and removes the password. Resolves to the address of the page where another one is chosen; of an
 * account without a password to that of the login page.
 */
export async function disownSignIn(
  deps: AuthDeps,
  { email, token }: MailedLink,
): Promise<{ readonly url: string } | { readonly failure: Failure }> {
  const asked = JSON.stringify([email, token]);
  const outcome = await callIdempotently(deps, accountEndpoints.disownSignIn, { asked }, () => ({
    email,
    confirmationCode: token,
  }));
  return outcome.ok ? outcome.answer : { failure: outcome.failure };
}
