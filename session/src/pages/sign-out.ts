/** Signs a person out (requirements §4 "Sign-out"). */
import { sessionEndpoints } from '@app/contract/calls/session-endpoints.ts';
import { logoutAddress } from './allowed-logout.ts';
import type { Client } from '#calls/client.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { StoredValues } from '#stored/stored-values.ts';

/**
 * Ends the session in this tab first, then in the other tabs, then at the service. A failure of the service is ignored.
 * Never throws.
 *
 * @param revokeWait maximum wait for the service, in milliseconds
 * @returns the stored address of a SAML logout, if its form is valid. The caller redirects to it only if
 * `allowedLogout` returns it.
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
      { body: { refreshToken } },
      { signal: AbortSignal.timeout(revokeWait) },
    );
  }
  return { logoutUrl: logoutAddress(session?.samlLogoutUrl) };
}
