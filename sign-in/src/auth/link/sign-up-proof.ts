/**
 * A random value that this browser keeps from its sign-up to the confirmation, in a cookie that forms without script
 * bring along too. Only the browser that has it is signed in by the link (threat C7; docs/decisions/sign-up.md).
 */
import { linkLifetimes } from '@app/contract/fields/link-lifetimes.ts';
import { signUpCookie } from '@app/contract/pages/cookies.ts';
import { randomId } from '@app/session/calls/client.ts';

const isHttps = (): boolean => location.protocol === 'https:';

/** The proof of an earlier sign-up of this browser. A cookie that occurs twice was planted, and is not trusted. */
export function readSignUpProof(): string | undefined {
  const start = `${signUpCookie(isHttps())}=`;
  const held = document.cookie.split('; ').filter((pair) => pair.startsWith(start));
  return held.length === 1 ? held[0]?.slice(start.length) : undefined;
}

/** The proof for a sign-up: that of an earlier one, or a new one. It is kept as long as the link of the sign-up. */
export function keepSignUpProof(): string {
  const proof = readSignUpProof() ?? randomId();
  const end = isHttps() ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- read without waiting, and in every browser
  document.cookie = `${signUpCookie(isHttps())}=${proof}; Path=/; Max-Age=${linkLifetimes.signUp / 1000}; SameSite=Lax${end}`;
  return proof;
}
