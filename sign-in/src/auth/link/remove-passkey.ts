/** Removes a passkey that was added automatically, by a mailed link (extension). No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { MailedLink } from './link-from-address.ts';

/** Removes the passkey of the link. Sessions and the password stay. */
export async function removePasskey(
  deps: AuthDeps,
  { email, token }: MailedLink,
): Promise<Failure | undefined> {
  const asked = JSON.stringify([email, token]);
  const outcome = await callIdempotently(deps, accountEndpoints.removePasskeyByLink, { asked }, () => ({
    email,
    confirmationCode: token,
  }));
  return outcome.ok ? undefined : outcome.failure;
}
