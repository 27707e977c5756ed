/**
 * Writing, reading and deleting cookies from script, where the browser never says what it did: a refused cookie is
 * dropped silently, and a cookie of the same name for another domain or path stands beside ours. So everything that is
 * written is read back, and a name that is there twice is never believed (requirements §4 "Cookies"; threat D9).
 */
import { cookieName } from '@app/contract/pages/cookies.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { canHaveDomain, hostAndParents, parentHost } from '@app/contract/pages/parent-host.ts';

/** The result of a write. 'tooLarge': more bytes than every browser stores. 'refused': the browser did not store it. */
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
}

export interface CookieJar {
  /** Every value that the page sees under a name: none, one, or (planted or left over) several. */
  values(name: string): string[];
  /**
   * Whether all that the page sees under these names lies at the root, as everything of ours does: what does not was
   * planted for a path of ours. True where that cannot be told.
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
  const place = options.location ?? location;
  const { protocol, hostname, pathname } = place;
  const secure = protocol === 'https:';
  const report = options.report ?? (() => {});
  let largeReported = false;
  const fullName = (name: string): string => cookieName(name, secure);

  const pairs = (): [name: string, value: string][] =>
    page.cookie.split('; ').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    });
  const rawValues = (full: string): string[] =>
    pairs().flatMap(([name, value]) => (name === full ? [value] : []));

  const domain = options.cookieDomain ?? (canHaveDomain(hostname) ? parentHost(hostname) : 'host');
  // Tried in this order until one is there afterwards. Without Secure only on a plain http page, for the browsers that
  // take no Secure cookie there, not even on localhost.
  const shared = domain === 'host' ? [] : [`; Domain=${domain}; SameSite=None; Secure`];
  const attempts = [...shared, '; SameSite=None; Secure', ...(secure ? [] : ['; SameSite=Lax'])];

  // The app goes from screen to screen without a page load. Some browsers then give the cookies of the new address,
  // others still those of the one that was loaded.
  const pathsOfPage = (): string[] => [...new Set([pathname, place.pathname])];

  function discardRaw(full: string): void {
    const domains = ['', ...hostAndParents(hostname).map((host) => `; Domain=${host}`)];
    for (const path of pathsOfPage().flatMap(pathsAbove)) {
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
      const full = names.map(fullName);
      // What a browser does not say it shows by the order: longer paths first, then what is older (RFC 6265 §5.4).
      // Behind two new cookies of our own, one for our first folder and one for the root, nothing of a folder can stand;
      // where they do not stand in this order, the browser has none, and nothing can be told.
      return pathsOfPage().every((path) => {
        const [folder] = /^\/[^/]+/.exec(path) ?? [];
        if (folder === undefined) return true;
        const probe = (name: string, scope: string, age: number): void => {
          page.cookie = `${name}=; Path=${scope}; Max-Age=${age}${secure ? '; SameSite=None; Secure' : ''}`;
        };
        probe('at_root', '/', 9);
        probe('in_folder', folder, 9);
        const order = pairs().map(([name]) => name);
        probe('at_root', '/', 0);
        probe('in_folder', folder, 0);
        const [inFolder, atRoot] = [order.indexOf('in_folder'), order.indexOf('at_root')];
        return (
          inFolder > atRoot || !order.slice(0, Math.max(0, inFolder)).some((name) => full.includes(name))
        );
      });
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
