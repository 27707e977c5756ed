/** Accepts an invitation (spec §2, spec §7): the first password confirms the account. No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { AuthDeps } from '#auth/auth-deps.ts';
import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { MailedLink } from './link-from-address.ts';
import { storeMailboxProof } from '#auth/password/mailbox-proof.ts';
import type { ChosenPassword } from './recovery.ts';

/** Sets the first password. Time zone and language are fixed (spec §7). */
export async function acceptInvitation(
  deps: AuthDeps,
  { email, token, proof }: MailedLink,
  { password, passwordConfirmation }: ChosenPassword,
): Promise<Failure | undefined> {
  const asked = JSON.stringify([email, token, password, passwordConfirmation]);
  const outcome = await callIdempotently(deps, accountEndpoints.acceptInvitation, { asked }, () => ({
    email,
    confirmationCode: token,
    password,
    passwordConfirmation,
    timezone: 'UTC' as const,
    lang: 'en-US' as const,
    mailboxProof: proof,
  }));
  if (outcome.ok) storeMailboxProof(email, proof);
  return outcome.ok ? undefined : outcome.failure;
}
