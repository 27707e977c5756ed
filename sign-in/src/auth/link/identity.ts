/** Confirms by a mailed link that a Google account belongs to the owner of the address (extension). No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { MailedLink } from './link-from-address.ts';

/** Links the Google account. It does not sign the person in. */
export async function confirmIdentity(
  deps: AuthDeps,
  { email, token }: MailedLink,
): Promise<Failure | undefined> {
  const asked = JSON.stringify([email, token]);
  const outcome = await callIdempotently(deps, accountEndpoints.confirmIdentity, { asked }, () => ({
    email,
    confirmationCode: token,
  }));
  return outcome.ok ? undefined : outcome.failure;
}
