/**
 * The cookies of a session, written and cleared by the service for people without script, exactly as the app writes and
 * clears them (requirements §4 "Cookies"). Nothing is ever authorised by them: only the page asks what they hold.
 */
import {
  cookieAttributes,
  cookieDomain,
  cookieName,
  pathsAbove,
  sessionCookies,
  type SessionCookie,
} from '@app/contract/pages/cookies.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { hostAndParents } from '@app/contract/pages/parent-host.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';

import { pathOf } from '#http/request/request-address.ts';
import { cookieValues, decodedCookie } from '#http/request/request-cookies.ts';

/** The parts of a request that its session cookies depend on. */
export interface CookieRequest {
  readonly url: string;
  readonly headers: { readonly cookie?: string | undefined };
}

export type CookieLines =
  | { readonly ok: true; readonly lines: string[]; /** Bytes of the values. */ readonly bytes: number }
  | { readonly ok: false; readonly name: SessionCookie; readonly bytes: number };

export interface SessionCookies {
  /** The values under a name, as the app stored them. */
  values(name: SessionCookie, request: CookieRequest): string[];
  /** Whether a session is there to be judged: an id or a refresh token, and no name twice. */
  present(request: CookieRequest): boolean;
  /**
   * The `Set-Cookie` lines of a new session, in place of everything that stood there; not ok: a value is too large. They
   * have a lifetime and no moment, which a browser would compare with the clock of its device.
   */
  writing(tokens: TokensOnTheWire, platform: Platform, request: CookieRequest): CookieLines;
  /** The `Set-Cookie` lines that delete every variant of every cookie that the request brought. */
  clearing(request: CookieRequest): string[];
}

export function createSessionCookies(
  settings: Pick<Settings, 'publicUrl' | 'cookieDomain'>,
  clock: () => number,
): SessionCookies {
  const { protocol, hostname } = new URL(settings.publicUrl);
  const https = protocol === 'https:';
  const nameOf = (name: SessionCookie): string => cookieName(name, https);
  const rawValues = (name: SessionCookie, { headers }: CookieRequest): string[] =>
    cookieValues(headers.cookie, nameOf(name));

  const domain = https ? cookieDomain(hostname, settings.cookieDomain) : undefined;
  const ownAttribute = domain === undefined ? '' : `; Domain=${domain}`;
  const domainAttributes = ['', ...hostAndParents(hostname).map((host) => `; Domain=${host}`)];
  // A plain http page takes Secure cookies on localhost alone, and not in every browser: the second line replaces the
  // first where it is taken.
  const { crossSite, partitioned, plainHttp } = cookieAttributes;
  const ends = https ? [crossSite] : [plainHttp, crossSite];

  /** `rewritten` names are left alone where they are written: every line counts in a proxy's buffer for headers. */
  function deletions(request: CookieRequest, rewritten: readonly string[]): string[] {
    return sessionCookies.flatMap((name) => {
      const count = rawValues(name, request).length;
      if (count === 0) return [];
      const deleting = (path: string, attribute: string, end: string): string =>
        `${nameOf(name)}=; Path=${path}; Max-Age=0${attribute}${end}`;
      // A name that is there twice was planted or left over: it may lie anywhere that this page sees.
      if (count > 1)
        return pathsAbove(pathOf(request.url)).flatMap((path) =>
          domainAttributes.flatMap((attribute) =>
            [...ends, partitioned].map((end) => deleting(path, attribute, end)),
          ),
        );
      const others = rewritten.includes(name)
        ? domainAttributes.filter((attribute) => attribute !== ownAttribute)
        : domainAttributes;
      return others.flatMap((attribute) => ends.map((end) => deleting('/', attribute, end)));
    });
  }

  return {
    clearing: (request) => deletions(request, []),
    values: (name, request) => rawValues(name, request).map(decodedCookie),
    present(request) {
      const counts = sessionCookies.map((name) => rawValues(name, request).length);
      const has = (name: SessionCookie): boolean => counts[sessionCookies.indexOf(name)] === 1;
      return counts.every((count) => count < 2) && (has('id_token') || has('refresh_token'));
    },
    writing(tokens, platform, request) {
      const maxAge = Math.floor(tokens.refresh_token_expiration_date - clock() / 1000);
      const values: Partial<Record<SessionCookie, string>> = {
        session_platform: platform,
        auth_strategy: tokens.auth_strategy,
        refresh_token_expiration_date: String(tokens.refresh_token_expiration_date),
        id_token: tokens.id_token,
        refresh_token: tokens.refresh_token,
      };
      const lines = deletions(request, Object.keys(values));
      let bytes = 0;
      for (const [name, value] of Object.entries(values) as [SessionCookie, string][]) {
        const encoded = encodeURIComponent(value);
        if (encoded.length > limits.cookieMax) return { ok: false, name, bytes: encoded.length };
        bytes += nameOf(name).length + encoded.length;
        for (const end of ends)
          lines.push(`${nameOf(name)}=${encoded}; Path=/; Max-Age=${maxAge}${ownAttribute}${end}`);
      }
      return { ok: true, lines, bytes };
    },
  };
}
