/** Signing out (decisions, section 4 'Sign-out'). */
import { signInEndpoints } from '@app/contract/sign-in-endpoints.ts';
import type { Client } from './client.ts';
import { announce } from './other-tabs.ts';
import type { StoredValues } from './stored-values.ts';

/**
 * Ends the session: here first, then in the other tabs, then at the service, where a failure changes nothing for the
 * person. Never throws.
 *
 * @param revokeWait the longest wait for the service, in milliseconds: nobody is kept waiting by a dead network
 * @returns the address where a SAML sign-out goes on to, if one was stored and can be trusted as far as its form goes;
 * the caller also checks its origin against the configured ones before it navigates (docs/security.md, section 5)
 */
export async function signOut(
  client: Client,
  stored: StoredValues,
  revokeWait = 3000,
): Promise<{ logoutUrl: string | undefined }> {
  const session = stored.readSession();
  stored.clearSession();
  announce('signedOut');
  if (session?.refreshToken) {
    const { refreshToken } = session;
    await client.call(
      signInEndpoints.revokeTokens,
      { refreshToken },
      { signal: AbortSignal.timeout(revokeWait) },
    );
  }
  return { logoutUrl: secureUrl(session?.samlLogoutUrl) };
}

/** The address when it is https and carries no credentials. Any page of a sibling host could have stored another. */
function secureUrl(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined;
}
