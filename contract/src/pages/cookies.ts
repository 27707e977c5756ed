/**
 * The cookies of a session (spec §3; requirements §4 "Cookies"): written by the apps, and by the service for a page
 * without script.
 */
import { canHaveDomain, parentHost } from './parent-host.ts';

export const sessionCookies = [
  'id_token',
  'refresh_token',
  'refresh_token_expiration_date',
  'auth_strategy',
  'session_platform',
  // Written by sibling apps; never written here, and gone with the session.
  'is_connected_as',
  'impersonate_token',
  // Written before a SAML sign-in leaves for the provider, so they must outlive its return.
  'saml_logout_url',
  'flow',
  'scope',
] as const;
export type SessionCookie = (typeof sessionCookies)[number];

/** Those that belong to a SAML sign-in alone. */
export const samlCookies: readonly SessionCookie[] = ['saml_logout_url', 'flow', 'scope'];

/** A cookie's name as the browser holds it (requirements §4 "Cookies"). @param https whether the page is one */
export const cookieName = (name: string, https: boolean): string => (https ? `__Secure-${name}` : name);

/**
 * The cookie of a browser that signed up (docs/decisions/sign-up.md), as the browser holds it. On https its name
 * keeps every other host from planting one.
 */
export const signUpCookie = (https: boolean): string => `${https ? '__Host-' : ''}sign_up_proof`;

/** How a session cookie may be sent: across sites, as sibling apps in frames need it; and what plain http allows. */
export const cookieAttributes = {
  crossSite: '; SameSite=None; Secure',
  /** A sibling host can have a cookie stored apart for each top-level site. */
  partitioned: '; SameSite=None; Secure; Partitioned',
  /** For plain http pages, where some browsers refuse `Secure` even on localhost. */
  plainHttp: '; SameSite=Lax',
} as const;

/**
 * The domain of the session cookies (requirements §4 "Cookies").
 *
 * @param setting COOKIE_DOMAIN: a domain, or 'host' for the app's own host alone
 * @returns undefined: the host alone, also where a browser would refuse the domain
 */
export function cookieDomain(hostname: string, setting: string | undefined): string | undefined {
  if (setting === 'host' || !canHaveDomain(hostname)) return undefined;
  const domain = setting?.replace(/^\./, '').toLowerCase() ?? parentHost(hostname);
  return hostname === domain || hostname.endsWith(`.${domain}`) ? domain : undefined;
}

/** `/`, and every path above `/a/b` with and without a slash at its end: the paths of cookies that this page sees. */
export function pathsAbove(pathname: string): string[] {
  const paths = ['/'];
  for (let at = pathname.indexOf('/', 1); at > 0; at = pathname.indexOf('/', at + 1)) {
    paths.push(pathname.slice(0, at), pathname.slice(0, at + 1));
  }
  if (!paths.includes(pathname)) paths.push(pathname);
  if (!pathname.endsWith('/')) paths.push(`${pathname}/`);
  return paths;
}
