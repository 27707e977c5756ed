/**
 * Writing, reading and deleting cookies from script, where the browser never says what it did: a refused cookie is
 * dropped silently, and a cookie of the same name for another domain or path stands beside ours. So everything that is
 * written is read back, and a name that is there twice is never believed (decisions, section 4 'Cookies';
 * docs/security.md D9 and its finding on cookie tossing).
 */
import { cookieName } from '@app/contract/cookies.ts';
import { limits } from '@app/contract/limits.ts';
import { canHaveDomain, hostAndParents, parentHost } from '@app/contract/parent-host.ts';

/** What became of a write. 'tooLarge': more bytes than a browser keeps for certain. 'refused': not there afterwards. */
export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: 'tooLarge' | 'refused' };

/** What a reader of logs should learn; never holds a value. */
export type CookieReport =
  | { readonly event: 'cookieTooLarge'; readonly name: string; readonly bytes: number }
  | { readonly event: 'cookieRefused'; readonly name: string }
  | { readonly event: 'cookieAmbiguous'; readonly name: string }
  /** A session lies elsewhere than where it is written. */
  | { readonly event: 'cookieMisplaced' }
  /** All cookies that this page can see together pass `limits.cookiesTotalWarn`; reported once. */
  | { readonly event: 'cookiesLarge'; readonly bytes: number };

export interface CookieJarOptions {
  /** The `COOKIE_DOMAIN` setting: a domain to write for, or 'host' for the app's own host alone. */
  readonly cookieDomain?: string | undefined;
  readonly report?: ((report: CookieReport) => void) | undefined;
  /** Replaces the page's document. */
  readonly document?: { cookie: string };
  /** Replaces the page's address. */
  readonly location?: Pick<Location, 'protocol' | 'hostname' | 'pathname'>;
  /** Replaces what the page would see of its cookies at the root of its host. */
  readonly cookiesAtRoot?: () => string;
}

export interface CookieJar {
  /** Every value that the page sees under a name: none, one, or (planted or left over) several. */
  values(name: string): string[];
  /**
   * Whether what the page sees under these names is what a page at the root would see. Everything of ours lies at the
   * root, so what does not was planted for a path of ours, in the place of a value that is not there.
   */
  allAtRoot(names: readonly string[]): boolean;
  /** @param expires milliseconds since the epoch */
  write(name: string, value: string, expires: number): Written;
  /** Deletes every variant of a name that a script on this page can reach. */
  discard(name: string): void;
  /** Deletes every cookie whose name as the browser holds it starts with one of the prefixes. */
  discardPrefixed(prefixes: readonly string[]): void;
  report(report: CookieReport): void;
}

/** A jar over `document.cookie`. On https pages every name is written with the prefix `__Secure-`. */
export function openCookieJar(options: CookieJarOptions = {}): CookieJar {
  const page = options.document ?? document;
  // The path is read when it is needed: the app goes from screen to screen without a page load.
  const place = options.location ?? location;
  const { protocol, hostname } = place;
  const secure = protocol === 'https:';
  const report = options.report ?? (() => {});
  let largeReported = false;
  const fullName = (name: string): string => cookieName(name, secure);

  const pairs = (cookies = page.cookie): [name: string, value: string][] =>
    cookies.split('; ').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    });
  const rawValues = (full: string, cookies?: string): string[] =>
    pairs(cookies).flatMap(([name, value]) => (name === full ? [value] : []));
  const atRoot = options.cookiesAtRoot ?? (options.document ? () => page.cookie : cookiesAtRoot);

  const domain = options.cookieDomain ?? (canHaveDomain(hostname) ? parentHost(hostname) : 'host');
  // Tried in this order until one is there afterwards. Without Secure only on a plain http page, for the browsers that
  // take no Secure cookie there, not even on localhost.
  const shared = domain === 'host' ? [] : [`; Domain=${domain}; SameSite=None; Secure`];
  const attempts = [...shared, '; SameSite=None; Secure', ...(secure ? [] : ['; SameSite=Lax'])];

  function discardRaw(full: string): void {
    const domains = ['', ...hostAndParents(hostname).map((host) => `; Domain=${host}`)];
    for (const path of pathsAbove(place.pathname)) {
      for (const scope of domains) {
        // A cookie can also be kept apart by top-level site, which a sibling host can ask for just as well.
        for (const attributes of [
          '; SameSite=None; Secure',
          '; SameSite=None; Secure; Partitioned',
          ...(secure ? [] : ['']),
        ]) {
          page.cookie = `${full}=; Path=${path}${scope}; Max-Age=0${attributes}`;
        }
      }
    }
  }

  return {
    report,
    values: (name) => rawValues(fullName(name)).map(decoded),
    allAtRoot(names) {
      if (place.pathname === '/') return true;
      const root = atRoot();
      return names.map(fullName).every((full) => `${rawValues(full)}` === `${rawValues(full, root)}`);
    },
    discard(name) {
      const full = fullName(name);
      if (rawValues(full).length > 0) discardRaw(full);
    },
    discardPrefixed(prefixes) {
      const names = new Set(pairs().map(([name]) => name));
      for (const name of names) if (prefixes.some((prefix) => name.startsWith(prefix))) discardRaw(name);
    },
    write(name, value, expires) {
      const full = fullName(name);
      const encoded = encodeURIComponent(value);
      if (encoded.length > limits.cookieMax) {
        report({ event: 'cookieTooLarge', name, bytes: encoded.length });
        return { ok: false, reason: 'tooLarge' };
      }
      const attributes = `; Path=/; Expires=${new Date(expires).toUTCString()}`;
      for (const attempt of attempts) {
        const set = (): string[] => {
          page.cookie = `${full}=${encoded}${attributes}${attempt}`;
          return rawValues(full);
        };
        let there = set();
        if (there.length > 1) {
          // Left by another setting of the domain, or planted: only ours may remain.
          discardRaw(full);
          there = set();
        }
        if (there.length === 1 && there[0] === encoded) {
          const bytes = page.cookie.length;
          if (bytes > limits.cookiesTotalWarn && !largeReported) {
            largeReported = true;
            report({ event: 'cookiesLarge', bytes });
          }
          return { ok: true };
        }
      }
      report({ event: 'cookieRefused', name });
      return { ok: false, reason: 'refused' };
    },
  };
}

/**
 * What a page at the root of this host would see. A browser gives a page the cookies of the address that it has at that
 * moment, and nothing of this is drawn; asking for the path of a cookie is not possible in any other way.
 */
function cookiesAtRoot(): string {
  const { href } = location;
  try {
    history.replaceState(history.state, '', '/');
    return document.cookie;
  } finally {
    history.replaceState(history.state, '', href);
  }
}

/** `/`, and every path above `/a/b` with and without a slash at its end: the paths of cookies that this page sees. */
function pathsAbove(pathname: string): string[] {
  const paths = ['/'];
  for (let at = pathname.indexOf('/', 1); at > 0; at = pathname.indexOf('/', at + 1)) {
    paths.push(pathname.slice(0, at), pathname.slice(0, at + 1));
  }
  if (!paths.includes(pathname)) paths.push(pathname);
  if (!pathname.endsWith('/')) paths.push(`${pathname}/`);
  return paths;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
