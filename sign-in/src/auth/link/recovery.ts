/**
 * Recovers a forgotten password (spec §2, spec §7): requests the email, and sets a new password by its link. No React.
 */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import type { MailedLink } from './link-from-address.ts';
import { storeMailboxProof } from '#auth/password/mailbox-proof.ts';

/** A new password, typed twice. */
export interface ChosenPassword {
  readonly password: string;
  readonly passwordConfirmation: string;
}

/** Requests a link by email. Success does not mean that an account exists: the answer is the same for every address. */
export async function recoverPassword(deps: AuthDeps, email: string): Promise<Failure | undefined> {
  const outcome = await callIdempotently(
    deps,
    accountEndpoints.recoverPassword,
    { asked: email, email },
    () => ({
      email,
    }),
  );
  return outcome.ok ? undefined : outcome.failure;
}

/** Sets the new password by the link. This ends every session of the account. */
export async function resetPassword(
  deps: AuthDeps,
  { email, token, proof }: MailedLink,
  { password, passwordConfirmation }: ChosenPassword,
): Promise<Failure | undefined> {
  const asked = JSON.stringify([email, token, password, passwordConfirmation]);
  const outcome = await callIdempotently(deps, accountEndpoints.resetPassword, { asked }, () => ({
    email,
    code: token,
    password,
    passwordConfirmation,
    mailboxProof: proof,
  }));
  if (outcome.ok) storeMailboxProof(email, proof);
  return outcome.ok ? undefined : outcome.failure;
}
