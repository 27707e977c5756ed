/** Where a sign-out may go on to (docs/security.md, "Accepted"; threat D1): the stored value is not believed. */
import { originsOf, type RedirectTargets } from '@app/contract/pages/redirects.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The stored logout address of a SAML sign-in as far as its form goes: https (http for this machine itself, where a
 * developer's product runs) and without credentials; normalised, or undefined.
 */
export function logoutAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  return secure && !url.username && !url.password ? url.href : undefined;
}

/**
 * The logout address that may be followed, or undefined. Any script of a sibling host can write the cookie that it
 * comes from, so its origin must be a configured one: the service's own logout address is, and it goes on to the
 * company's provider, whose address it knows from the company's upload.
 *
 * @param registered origins beside the configured ones, where an app has them from the service itself. An app cannot
 * know a company's provider by any other way, so without them a provider's own address is not followed.
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
