/**
 * Decides whether a sign-in may redirect to an address (spec §2; requirements §4 "redirect" and "Platform"; threat D1).
 * The app and, for forms without script, the service use the same rule.
 */
import type { Platform } from '#fields/vocabulary.ts';

/** The configured addresses: the app's and the service's settings both have these. */
export interface RedirectTargets {
  /** The app's own address. */
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly dashboardUrl: string;
  readonly workspaceUrl: string;
  /** The desktop app's deep link, with its own scheme. */
  readonly desktopUrl: string;
  readonly authUrl: string;
  readonly identityUrl: string;
}

/** More than any page of ours needs, and less than what a storage or a header refuses. */
const maxLength = 2048;

/**
 * Controls, invisible and direction marks, private and broken characters; backslashes, which browsers read as slashes;
 * any white space but a plain blank.
 */
const oddCharacters = /[\p{C}\\]|[^\S ]/u;

/** A path that a careless server could read as another host: `//evil`, `/%2fevil`, `/%5cevil`. */
const doubleSlash = /^\/(?:\/|%2f|%5c)/i;

/**
 * Whether a path belongs to the service's calls, which all begin with `/auth/`, or to a stand-in of development. Such an
 * address may redirect further, as the start of a single sign-on does to the address that a company has set. A router
 * decodes a path once, so this does, too.
 */
function isStep(path: string): boolean {
  const plain = path.replaceAll(/%([2-7][\da-f])/gi, (_sign, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return /^\/+(?:auth|stand-in)(?:[/;\\]|$)/i.test(plain);
}

/**
 * The address that may be followed, normalised, or undefined. Allowed are http(s) addresses whose origin is exactly
 * that of the app, an allowed origin or a configured service, a path of the app that begins with one slash, and the
 * desktop app's scheme.
 *
 * The rule is kept twice, on what the parser makes of the text and on the text itself: it must begin with the very
 * letters of its origin, so that no other reading of it (userinfo, ports, letter case, percent signs, blanks) can mean
 * another target. What is allowed is never decoded, so nothing can be hidden by being encoded twice.
 */
export function allowedRedirect(value: string | null, targets: RedirectTargets): string | undefined {
  if (!value || value.length > maxLength || value !== value.trim() || oddCharacters.test(value))
    return undefined;
  if (value.startsWith('/')) {
    const own = originOf(targets.publicUrl);
    return own === undefined ? undefined : bounded(inOrigin(`${own}${value}`, [own]));
  }
  return bounded(inOrigin(value, originsOf(targets)) ?? inDesktopApp(value, targets.desktopUrl));
}

/** The parser writes a letter in up to twelve characters: what goes into a header is measured after it. */
const bounded = (href: string | undefined): string | undefined =>
  href !== undefined && href.length <= maxLength ? href : undefined;

/**
 * The platform whose configured address holds this one: same origin, and the longest path of whole segments. Undefined
 * when none does, so also for the desktop app.
 *
 * @param href an address that `allowedRedirect` gave
 */
export function platformOfRedirect(href: string, targets: RedirectTargets): Platform | undefined {
  const url = parsed(href);
  const addresses: [Platform, string][] = [
    ['dashboard', targets.dashboardUrl],
    ['aircall-workspace', targets.workspaceUrl],
    ['authentication-ui', targets.publicUrl],
  ];
  let best: { platform: Platform; length: number } | undefined;
  for (const [platform, address] of addresses) {
    const target = parsed(address);
    if (!url || !target || !isWeb(target) || target.origin !== url.origin) continue;
    const path = target.pathname.replace(/\/+$/, '');
    const within = url.pathname === path || url.pathname.startsWith(`${path}/`);
    if (within && path.length > (best?.length ?? -1)) best = { platform, length: path.length };
  }
  return best?.platform;
}

/** The origins of everything that is configured, each once. */
export function originsOf(targets: RedirectTargets): string[] {
  const { publicUrl, allowedOrigins, dashboardUrl, workspaceUrl, authUrl, identityUrl } = targets;
  const all = [publicUrl, ...allowedOrigins, dashboardUrl, workspaceUrl, authUrl, identityUrl];
  return [...new Set(all.flatMap((address) => originOf(address) ?? []))];
}

function inOrigin(value: string, origins: readonly string[]): string | undefined {
  const url = parsed(value);
  if (!url || !isWeb(url) || !origins.includes(url.origin)) return undefined;
  const rest = value.slice(url.origin.length);
  const spelledOut = value.startsWith(url.origin) && /^(?:[/?#]|$)/.test(rest);
  // As it is written, with wide slashes as slashes, and as the parser resolved it.
  const elsewhere = [rest.normalize('NFKC'), url.pathname].some((path) => doubleSlash.test(path));
  return spelledOut && !elsewhere && !isStep(url.pathname) ? url.href : undefined;
}

/**
 * The scheme as it is configured, with `//` when that has it, then a name and a path without another scheme, user, port
 * or empty segment in front: nothing that could be taken for an address inside the address.
 */
function inDesktopApp(value: string, desktopUrl: string): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:(?:\/\/)?/.exec(desktopUrl)?.[0];
  if (
    scheme === undefined ||
    /^(?:https?|javascript|data|vbscript|blob|file|filesystem|about):/.test(scheme)
  ) {
    return undefined;
  }
  const rest = value.startsWith(scheme) ? value.slice(scheme.length) : undefined;
  if (rest === undefined || !/^(?:[\w.-]+(?:\/(?!\/)|[?#]|$)|[?#]|$)/.test(rest)) return undefined;
  return parsed(value)?.href;
}

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

function originOf(address: string): string | undefined {
  const url = parsed(address);
  return url && isWeb(url) ? url.origin : undefined;
}
