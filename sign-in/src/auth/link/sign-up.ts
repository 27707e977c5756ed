/** Signs up a new company with its first account, confirmed by a mailed link (extension; requirements §3). No React. */
import { accountEndpoints } from '@app/contract/calls/account-endpoints.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { signUpCookie } from '@app/contract/pages/cookies.ts';
import { randomId } from '@app/session/calls/client.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import type { MailedLink } from './link-from-address.ts';
import { storeMailboxProof } from '#auth/password/mailbox-proof.ts';
import type { ChosenPassword } from './recovery.ts';

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

const isHttps = (): boolean => location.protocol === 'https:';

/**
 * The proof of an earlier sign-up of this browser: a random value that it keeps until the confirmation, in a cookie that
 * forms without script bring along too. Only the browser that has it is signed in by the link (threat C7;
 * docs/decisions/sign-up.md). A cookie that occurs twice was planted, and is not trusted.
 */
function readSignUpProof(): string | undefined {
  const start = `${signUpCookie(isHttps())}=`;
  const held = document.cookie.split('; ').filter((pair) => pair.startsWith(start));
  return held.length === 1 ? held[0]?.slice(start.length) : undefined;
}

/** The proof for a sign-up: that of an earlier one, or a new one. It is kept as long as the link of the sign-up. */
function keepSignUpProof(): string {
  const proof = readSignUpProof() ?? randomId();
  const end = isHttps() ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- read without waiting, and in every browser
  document.cookie = `${signUpCookie(isHttps())}=${proof}; Path=/; Max-Age=${linkLifetimes.signUp / 1000}; SameSite=Lax${end}`;
  return proof;
}
