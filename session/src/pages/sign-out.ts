/** Signing out (requirements §4 "Sign-out"). */
import { sessionEndpoints } from '@app/contract/calls/session-endpoints.ts';
import { logoutAddress } from './allowed-logout.ts';
import type { Client } from '#calls/client.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { StoredValues } from '#stored/stored-values.ts';

/**
 * Ends the session: here first, then in the other tabs, then at the service, where a failure changes nothing for the
 * person. Never throws.
 *
 * @param revokeWait the longest wait for the service, in milliseconds
 * @returns the address where a SAML sign-out goes on to, if one was stored and can be trusted as far as its form goes;
 * the caller follows it only when `allowedLogout` gives it back
 */
export async function signOut(
  client: Client,
  stored: StoredValues,
  otherTabs: OtherTabs,
  revokeWait = 3000,
): Promise<{ logoutUrl: string | undefined }> {
  const session = stored.readSession();
  stored.clearSession();
  otherTabs.announce('signedOut');
  if (session?.refreshToken) {
    const { refreshToken } = session;
    await client.call(
      sessionEndpoints.revokeTokens,
      { refreshToken },
      { signal: AbortSignal.timeout(revokeWait) },
    );
  }
  return { logoutUrl: logoutAddress(session?.samlLogoutUrl) };
}
