/**
 * Decides whether an issuer is the authority on the address in its token. Google is one for its own addresses and those
 * of hosted domains (Google, 'Verify the Google ID token'). Any other address may have had another owner when Google
 * verified it, so the owner of the account confirms by a mailed link (threat B4).
 */
import type { GoogleIdentity } from './google-token.ts';

/**
 * Returns true if a first sign-in may link the identity immediately.
 *
 * @param authority `google`: Google's own rule. `verified-email`: every address that the issuer has verified, where the
 * issuer is not Google
 */
export function isAuthoritative(
  { issuer, email, hostedDomain }: Pick<GoogleIdentity, 'issuer' | 'email' | 'hostedDomain'>,
  authority: 'google' | 'verified-email',
): boolean {
  const fromGoogle = isGoogle(issuer);
  if (authority === 'verified-email' && !fromGoogle) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  // Only Google issues these addresses.
  if (fromGoogle && domain === 'gmail.com') return true;
  return hostedDomain !== undefined && hostedDomain.toLowerCase() === domain;
}

/** In either of its two spellings. */
const isGoogle = (issuer: string): boolean => /^(?:https:\/\/)?accounts\.google\.com$/.test(issuer);
