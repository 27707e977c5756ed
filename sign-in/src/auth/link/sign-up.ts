/** Signs up a new company with its first account, confirmed by a mailed link (extension; requirements §3). No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import type { MailedLink } from './link-from-address.ts';
import { storeMailboxProof } from '#auth/password/mailbox-proof.ts';
import type { ChosenPassword } from './recovery.ts';
import { keepSignUpProof, readSignUpProof } from './sign-up-proof.ts';

export interface NewAccount {
  /** The person's own. */
  readonly name: string;
  readonly companyName: string;
  readonly email: string;
}

/** Requests an account. Success does not mean that one was made: the answer is the same for every address. */
export async function signUp(
  deps: AuthDeps,
  { name, companyName, email }: NewAccount,
): Promise<Failure | undefined> {
  const asked = JSON.stringify([name, companyName, email]);
  const outcome = await callIdempotently(deps, accountEndpoints.signUp, { asked, email }, () => ({
    name,
    companyName,
    email,
    signUpProof: keepSignUpProof(),
  }));
  return outcome.ok ? undefined : outcome.failure;
}

/**
 * Confirms the account by the link, with its first password.
 *
 * @returns 'elsewhere': confirmed, but another browser signed up, so that this one must not be signed in (threat C7)
 */
export async function confirmSignUp(
  deps: AuthDeps,
  { email, token, proof }: MailedLink,
  { password, passwordConfirmation }: ChosenPassword,
): Promise<Failure | 'elsewhere' | undefined> {
  const asked = JSON.stringify([email, token, password, passwordConfirmation]);
  const outcome = await callIdempotently(deps, accountEndpoints.confirmSignUp, { asked }, () => ({
    email,
    confirmationCode: token,
    password,
    passwordConfirmation,
    mailboxProof: proof,
    signUpProof: readSignUpProof(),
  }));
  if (!outcome.ok) return outcome.failure;
  storeMailboxProof(email, proof);
  return outcome.answer.sameBrowser ? undefined : 'elsewhere';
}
