/** The domain of the session cookies: the parent host, so that sibling apps can read them (spec §9). */

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
