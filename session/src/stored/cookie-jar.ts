/**
 * Writes, reads and deletes cookies from script. Browsers report no result: they drop a refused cookie silently and
 * store cookies of the same name for other domains or paths beside ours. So each write is read back, and a name with
 * two cookies is never trusted (requirements §4 "Cookies"; threat D9).
 */
import {
  cookieDomain,
  cookieEnds,
  cookieName,
  crossSite,
  everyDeletion,
  pathsAbove,
} from '@app/contract/pages/cookies.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { log } from '@app/log/log-queue.ts';

/** The result of a write. 'tooLarge': more bytes than every browser stores. 'refused': the browser did not store it. */
export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: 'tooLarge' | 'refused' };

/** A report for the log; it never contains a cookie's value. */
export type CookieReport =
  | { readonly event: 'cookieTooLarge'; readonly name: string; readonly bytes: number }
  | { readonly event: 'cookieRefused'; readonly name: string }
  | { readonly event: 'cookieAmbiguous'; readonly name: string }
  /** A cookie of the session has another domain or path than ours. */
  | { readonly event: 'cookieMisplaced' }
  /** All cookies that this page sees together exceed `limits.cookiesTotalWarn`; reported once. */
  | { readonly event: 'cookiesLarge'; readonly bytes: number };

export interface CookieJarOptions {
  /** The `COOKIE_DOMAIN` setting: a domain to write for, or 'host' for only the app's own host. */
  readonly cookieDomain?: string | undefined;
  /** Replaces the log. */
  readonly report?: ((report: CookieReport) => void) | undefined;
  /** Replaces the page's document. */
  readonly document?: { cookie: string };
  /** Replaces the page's address. */
  readonly location?: Pick<Location, 'protocol' | 'hostname' | 'pathname'>;
}

export interface CookieJar {
  /** Every value that the page sees under a name: several when a cookie was planted or left over. */
  values(name: string): string[];
  /**
   * Whether all cookies that the page sees under these names have the path `/`, as ours do. One with another path was
   * planted. True where the browser does not show it.
   */
  allAtRoot(names: readonly string[]): boolean;
  /** @param lifetime milliseconds from now: a device's clock may be wrong, so no moment is written */
  write(name: string, value: string, lifetime: number): Written;
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
  const report = options.report ?? logReport;
  let largeReported = false;
  const fullName = (name: string): string => cookieName(name, secure);

  const pairs = (): [name: string, value: string][] =>
    page.cookie.split('; ').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    });
  const rawValues = (full: string): string[] =>
    pairs().flatMap(([name, value]) => (name === full ? [value] : []));

  const domain = cookieDomain(hostname, secure, options.cookieDomain);
  // Tried in this order until the cookie can be read back.
  const attempts = [...new Set([domain, ''])].flatMap((scope) =>
    cookieEnds(secure).map((end) => scope + end),
  );

  // The app changes its address without a page load. Some browsers then show the cookies of the new path, others still
  // those of the path that was loaded.
  const pathsOfPage = (): string[] => [...new Set([pathname, place.pathname])];

  function discardRaw(full: string): void {
    for (const line of everyDeletion(full, pathsOfPage().flatMap(pathsAbove), hostname, secure))
      page.cookie = line;
  }

  return {
    report,
    values: (name) => rawValues(fullName(name)).map(decoded),
    allAtRoot(names) {
      const full = names.map(fullName);
      // Browsers do not show a cookie's path, but they list longer paths first, then older cookies (RFC 6265 §5.4). So
      // we write two probe cookies, for our first folder and for the root: no cookie of a folder comes after both. If the
      // probes are not in this order, the browser does not sort by path, and nothing can be concluded.
      return pathsOfPage().every((path) => {
        const [folder] = /^\/[^/]+/.exec(path) ?? [];
        if (folder === undefined) return true;
        const probe = (name: string, scope: string, age: number): void => {
          page.cookie = `${name}=; Path=${scope}; Max-Age=${age}${secure ? crossSite : ''}`;
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
    write(name, value, lifetime) {
      const full = fullName(name);
      const encoded = encodeURIComponent(value);
      if (encoded.length > limits.cookieMax) {
        report({ event: 'cookieTooLarge', name, bytes: encoded.length });
        return { ok: false, reason: 'tooLarge' };
      }
      const attributes = `; Path=/; Max-Age=${Math.ceil(lifetime / 1000)}`;
      for (const attempt of attempts) {
        const set = (): string[] => {
          page.cookie = `${full}=${encoded}${attributes}${attempt}`;
          return rawValues(full);
        };
        let there = set();
        if (there.length > 1) {
          // Left over from another domain setting, or planted: only our cookie may remain.
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

const logReport = ({ event, ...about }: CookieReport): void => log('warn', 'page', event, about);

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
