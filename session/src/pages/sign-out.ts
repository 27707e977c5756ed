/** Signs a person out (requirements §4 "Sign-out"). */
import { sessionEndpoints } from '@app/contract/calls/session-endpoints.ts';
import { originsOf, type RedirectTargets } from '@app/contract/pages/redirects.ts';
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

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The stored logout address of a SAML sign-in, normalised, if its form is valid: https (or http on localhost, for
 * development) and no credentials. Undefined otherwise.
 */
export function logoutAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  return secure && !url.username && !url.password ? url.href : undefined;
}

/**
 * The logout address if a redirect to it is allowed, or undefined (docs/security.md, "Accepted"; threat D1). Any script of a sibling host can write the cookie
 * that holds it, so its origin must be configured. The service's own logout address is, and redirects to the company's
 * provider, whose address the company has uploaded.
 *
 * @param registered further origins that the app got from the service. Without them an app does not know a company's
 * provider, so a redirect to a provider's own address is refused.
 */
export function allowedLogout(
  address: string | null | undefined,
  places: RedirectTargets,
  registered: readonly string[] = [],
): string | undefined {
  const href = logoutAddress(address);
  if (href === undefined) return undefined;
  return [...originsOf(places), ...registered].includes(new URL(href).origin) ? href : undefined;
}
