/** The roles of the signed-in person. Only the log uses them (spec §3). */
import { cookieName } from '@app/contract/pages/cookies.ts';

import { claimsOf } from '#tokens/id-token.ts';

/**
 * The roles claim of the stored ID token, a JSON list of role names as text; undefined when nobody is signed in or the
 * claim is not such a list.
 *
 * @param cookies `document.cookie`
 * @param protocol `location.protocol`
 */
export function rolesIn(cookies: string, protocol: string): string[] | undefined {
  const start = `${cookieName('id_token', protocol === 'https:')}=`;
  const token = cookies.split('; ').find((pair) => pair.startsWith(start));
  const claims = claimsOf(token?.slice(start.length) ?? '');
  const claim = (claims as { 'custom:roles'?: unknown } | null | undefined)?.['custom:roles'];
  try {
    const roles: unknown = JSON.parse(String(claim));
    return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : undefined;
  } catch {
    return undefined;
  }
}
