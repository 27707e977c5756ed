/**
 * The cookies of a session (spec §3; requirements §4 "Cookies"): written by the apps, and by the service for a page
 * without script.
 */

export const sessionCookies = [
  'id_token',
  'refresh_token',
  'refresh_token_expiration_date',
  'auth_strategy',
  'session_platform',
  // Written by sibling apps; never written here, and deleted with the session.
  'is_connected_as',
  'impersonate_token',
  // Written before a SAML sign-in leaves for the provider, so they must outlive its return.
  'saml_logout_url',
  'flow',
  'scope',
] as const;
export type SessionCookie = (typeof sessionCookies)[number];

/** Those that only a SAML sign-in has. */
export const samlCookies: readonly SessionCookie[] = ['saml_logout_url', 'flow', 'scope'];

/** A cookie's name as the browser holds it (requirements §4 "Cookies"). @param https whether the page is one */
export const cookieName = (name: string, https: boolean): string => (https ? `__Secure-${name}` : name);

/**
 * The cookie of a browser that signed up (docs/decisions/sign-up.md), as the browser holds it. On https its name
 * keeps every other host from planting one.
 */
export const signUpCookie = (https: boolean): string => `${https ? '__Host-' : ''}sign_up_proof`;

/** Across sites, as sibling apps in frames need it. */
export const crossSite = '; SameSite=None; Secure';

/**
 * How a session cookie is written, the best first: on plain http some browsers refuse `Secure`, even on localhost. The
 * app keeps the first that it can read back. The service cannot read back: it writes the best last, which replaces the
 * one before where the browser takes it.
 */
export const cookieEnds = (https: boolean): readonly string[] =>
  https ? [crossSite] : [crossSite, '; SameSite=Lax'];

/** The domains that a cookie which this host sees can have, as attributes. */
export const cookieDomains = (hostname: string): readonly string[] => [
  '',
  ...hostAndParents(hostname).map((host) => `; Domain=${host}`),
];

/** What deletes a cookie, by the name that the browser holds, with these paths, domains and ends. */
export const cookieDeletions = (
  name: string,
  paths: readonly string[],
  domains: readonly string[],
  ends: readonly string[],
): string[] =>
  paths.flatMap((path) =>
    domains.flatMap((domain) => ends.map((end) => `${name}=; Path=${path}; Max-Age=0${domain}${end}`)),
  );

/** What deletes every cookie of a name that a page sees: it may have been planted, also apart for a top-level site. */
export const everyDeletion = (
  name: string,
  paths: readonly string[],
  hostname: string,
  https: boolean,
): string[] =>
  cookieDeletions(name, paths, cookieDomains(hostname), [...cookieEnds(https), `${crossSite}; Partitioned`]);

/**
 * The `Domain` attribute of the session cookies (requirements §4 "Cookies"); empty: a host-only cookie, also where a
 * browser would refuse the domain, as it does on plain http for a `Secure` cookie.
 *
 * @param setting COOKIE_DOMAIN: a domain, or 'host' for host-only cookies
 */
export function cookieDomain(hostname: string, https: boolean, setting: string | undefined): string {
  if (!https || setting === 'host' || !canHaveDomain(hostname)) return '';
  const domain = setting?.replace(/^\./, '').toLowerCase() ?? parentHost(hostname);
  return hostname === domain || hostname.endsWith(`.${domain}`) ? `; Domain=${domain}` : '';
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

/** How a person likes the dashboard to look, in cookies of this browser: the dashboard writes, the service reads them. */
export const viewCookies = { theme: 'theme', navigation: 'navigation' } as const;

/** Without one, the page follows the system. */
export const storedThemes = ['light', 'dark'] as const;
export type StoredTheme = (typeof storedThemes)[number];

/** Without it, the navigation shows its labels. */
export const storedNavigations = ['collapsed'] as const;

/**
 * Generic second labels below a country's domain, as in `co.uk`, `com.au` or `or.jp`: a host name that begins with one
 * and has a country behind it cannot be registered.
 */
const genericLabels = /^(?:ac|co|com|edu|go|gob|gov|ltd|mil|ne|net|nom|or|org|plc)$/;

/**
 * The parent host of a page: the host less its first label, where the host has three labels or more and what remains is
 * a name that can be registered; else the host itself. Never more for an IP address or localhost.
 * Source: spec §9; requirements §4 "Cookies".
 *
 * The rule taken for 'registrable': two labels or more, and not a generic label before a country's two letters. The
 * list of public suffixes is far larger than this app, and every browser has it: a name that this rule wrongly takes
 * for registrable (`herokuapp.com`) is refused by the browser, and the cookie is then written for the host itself. The
 * rule only spares the commonest names that detour. `COOKIE_DOMAIN` overrides it.
 *
 * @param hostname as `location.hostname` has it: lower case, IPv6 in brackets
 */
export function parentHost(hostname: string): string {
  const labels = hostname.split('.');
  if (labels.length < 3 || !canHaveDomain(hostname)) return hostname;
  const rest = labels.slice(1);
  const [second = '', country = ''] = rest;
  const countryWide = rest.length === 2 && country.length === 2 && genericLabels.test(second);
  return countryWide ? hostname : rest.join('.');
}

/** Whether a cookie of this host may name a domain at all: not an IP address, localhost, a bare or a rooted name. */
export function canHaveDomain(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && /^[a-z][a-z0-9-]*$/i.test(last) && last !== 'localhost' && !labels.includes('');
}

/**
 * The host and every host above it that a cookie of this page could name, the nearest first; a single label is not one.
 */
export function hostAndParents(hostname: string): string[] {
  if (!canHaveDomain(hostname)) return [];
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
