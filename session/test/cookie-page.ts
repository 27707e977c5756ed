/**
 * Simulates a page whose `document.cookie` follows RFC 6265bis as browsers do: domains, public suffixes, paths, Secure,
 * the `__Secure-` prefix, sizes, partitions, expiry, and no error for a refused cookie.
 * Longer paths are listed first, then older cookies.
 */
export interface CookiePageOptions {
  /** The address of the page. */
  readonly href: string;
  /** Domains that nobody may set a cookie for. */
  readonly publicSuffixes?: readonly string[];
  /** False: Secure cookies are refused on http, even on localhost. */
  readonly secureOnLocalhost?: boolean;
  /** True: cookies are sorted only by age, instead of longer paths first. */
  readonly byAge?: boolean;
  /** True: no cookie is stored. */
  readonly blocked?: boolean;
  readonly now?: () => number;
}

interface Cookie {
  name: string;
  value: string;
  domain: string;
  hostOnly: boolean;
  path: string;
  secure: boolean;
  partitioned: boolean;
  sameSite: string;
  expires: number;
}

export interface CookiePage {
  readonly document: { cookie: string };
  readonly location: { protocol: string; hostname: string; pathname: string };
  /** Every stored cookie, including those that this page does not see. */
  kept(): Cookie[];
  /** Another page of the same browser. */
  at(href: string): CookiePage;
  /** How many writes were made. */
  writes(): number;
}

export function cookiePage(options: CookiePageOptions): CookiePage {
  return pageOf(options, [], { count: 0 });
}

function pageOf(options: CookiePageOptions, cookies: Cookie[], written: { count: number }): CookiePage {
  const { protocol, hostname, pathname } = new URL(options.href);
  const now = options.now ?? Date.now;
  const trustworthy =
    protocol === 'https:' || (hostname === 'localhost' && options.secureOnLocalhost !== false);
  const live = (): Cookie[] => cookies.filter((cookie) => cookie.expires > now());
  const visible = (cookie: Cookie): boolean =>
    (cookie.hostOnly ? cookie.domain === hostname : within(hostname, cookie.domain)) &&
    (pathname === cookie.path || pathname.startsWith(cookie.path.replace(/\/?$/, '/'))) &&
    (!cookie.secure || trustworthy);

  function set(text: string): void {
    const [pair = '', ...attributes] = text.split(/;\s*/);
    const at = pair.indexOf('=');
    const given = new Map(
      attributes.map((attribute) => {
        const [name = '', ...value] = attribute.split('=');
        return [name.toLowerCase(), value.join('=')];
      }),
    );
    const domain = given.get('domain')?.replace(/^\./, '');
    const cookie: Cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: domain ?? hostname,
      hostOnly: domain === undefined,
      path: given.get('path') ?? '/',
      secure: given.has('secure'),
      partitioned: given.has('partitioned'),
      sameSite: given.get('samesite') ?? '',
      expires: given.has('max-age')
        ? now() + Number(given.get('max-age')) * 1000
        : expiry(given.get('expires')),
    };
    const isAddress = /^[\d.]+$|^\[/.test(hostname);
    if (options.blocked) return;
    if (cookie.name.length + cookie.value.length > 4096) return;
    if (domain !== undefined && (isAddress || !domain.includes('.') || !within(hostname, domain))) return;
    if (domain !== undefined && options.publicSuffixes?.includes(domain)) return;
    if (cookie.secure && !trustworthy) return;
    if ((cookie.name.startsWith('__Secure-') || cookie.sameSite === 'None') && !cookie.secure) return;
    const same = cookies.findIndex((other) => identity(other) === identity(cookie));
    if (same >= 0) cookies.splice(same, 1);
    if (cookie.expires > now()) cookies.push(cookie);
  }

  return {
    location: { protocol, hostname, pathname },
    document: {
      get cookie() {
        const seen = live().filter(visible);
        if (!options.byAge) seen.sort((one, other) => other.path.length - one.path.length);
        return seen.map(({ name, value }) => `${name}=${value}`).join('; ');
      },
      set cookie(text) {
        written.count += 1;
        set(text);
      },
    },
    kept: live,
    at: (href) => pageOf({ ...options, href }, cookies, written),
    writes: () => written.count,
  };
}

const within = (hostname: string, domain: string): boolean =>
  hostname === domain || hostname.endsWith(`.${domain}`);
const expiry = (text: string | undefined): number => (text === undefined ? Infinity : Date.parse(text));
const identity = (cookie: Cookie): string =>
  [cookie.name, cookie.domain, cookie.hostOnly, cookie.path, cookie.partitioned].join(' ');

/** A local storage of one browser, empty at first. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}
