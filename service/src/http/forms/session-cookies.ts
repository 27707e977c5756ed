/**
 * The cookies of a session, written and cleared by the service for people without script, exactly as the app writes and
 * clears them (requirements §4 "Cookies"). Nothing is ever authorised by them: only the page asks what they hold.
 */
import {
  cookieDeletions,
  cookieDomain,
  cookieDomains,
  cookieEnds,
  cookieName,
  everyDeletion,
  pathsAbove,
  sessionCookies,
  type SessionCookie,
} from '@app/contract/pages/cookies.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';
import { type Platform, platforms } from '@app/contract/fields/vocabulary.ts';
import type { FastifyRequest } from 'fastify';
import type { PageData } from '@app/contract/pages/page-data.ts';

import type { Settings } from '#settings/config.ts';

import { pathOf } from '#http/request/request-address.ts';
import { cookieValues, decodedCookie } from '#http/request/request-cookies.ts';
import type { Deps } from '#deps.ts';
import { clientIdsOf } from '#sessions/create-session.ts';
import { verifyIdToken } from '#security/tokens/tokens.ts';

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
  /** Whether the request has a session that can be checked: an id or a refresh token, and no name twice. */
  present(request: CookieRequest): boolean;
  /**
   * The `Set-Cookie` lines of a new session, which replace all earlier ones; not ok: a value is too large. They have a
   * lifetime and no moment, which a browser would compare with the clock of its device.
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

  const ownAttribute = cookieDomain(hostname, https, settings.cookieDomain);
  const ends = cookieEnds(https).toReversed();

  /** `rewritten` names are left alone where they are written: every line counts in a proxy's buffer for headers. */
  function deletions(request: CookieRequest, rewritten: readonly string[]): string[] {
    return sessionCookies.flatMap((name) => {
      const count = rawValues(name, request).length;
      if (count === 0) return [];
      // A name that occurs twice was planted or left over: it may be set on any domain and path that this page sees.
      if (count > 1) return everyDeletion(nameOf(name), pathsAbove(pathOf(request.url)), hostname, https);
      const domains = cookieDomains(hostname).filter(
        (attribute) => attribute !== ownAttribute || !rewritten.includes(name),
      );
      return cookieDeletions(nameOf(name), ['/'], domains, ends);
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

/**
 * The owner of our ID token if it occurs exactly once and has not expired, else undefined. It is only for what a page
 * shows: every call asks for its own proof.
 */
export async function signedInOf(
  request: FastifyRequest,
  cookies: SessionCookies,
  { settings, keys, clock }: Pick<Deps, 'settings' | 'keys' | 'clock'>,
): Promise<PageData['signedIn']> {
  const [token] = cookies.values('id_token', request);
  if (token === undefined || !cookies.present(request)) return undefined;
  const { web, mobile } = clientIdsOf(settings);
  for (const audience of [web, mobile]) {
    const claims = await verifyIdToken(keys, token, { issuer: settings.publicUrl, audience }, clock());
    if (claims === undefined) continue;
    const platform = platforms.find((one) => one === claims['custom:platform']);
    return { email: claims.email, roles: claims['custom:roles'], ...(platform && { platform }) };
  }
  return undefined;
}
