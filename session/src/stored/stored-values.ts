/** Stores the values of a session (spec §3) in cookies, which every app on this company's address shares. */
import { samlCookies, sessionCookies, type SessionCookie } from '@app/contract/pages/cookies.ts';
import { hours } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Tokens } from '@app/contract/tokens/tokens.ts';
import { platforms, strategies, type Platform, type Strategy } from '@app/contract/fields/vocabulary.ts';

import { openCookieJar, type CookieJar, type CookieJarOptions, type Written } from './cookie-jar.ts';
import { oldAnalyticsPrefixes } from '#tokens/has-session.ts';
import { type LocalStorage, pageStorage, storeLastStrategy, writeLocal } from './local-values.ts';
import { createRefreshTries } from './refresh-tries.ts';
import { createServiceClock } from './service-clock.ts';
import { randomId } from '#calls/client.ts';

/** How long the values stored before a visit to the company's sign-in page are kept for the return. */
const samlStartLifetime = hours(1);

/** The cookies whose values a refresh leaves unchanged; it only renews their expiry. */
const companions: readonly SessionCookie[] = ['session_platform', ...samlCookies];

/** The stored values of a session. A value that is missing or not in its list is undefined. */
export interface StoredSession {
  /** Not verified: see `id-token.ts`. */
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** Seconds since the epoch. */
  readonly refreshTokenExpirationDate: number | undefined;
  readonly authStrategy: Strategy | undefined;
  readonly sessionPlatform: Platform | undefined;
  /** Not verified; check it where it is used (`sign-out.ts`). */
  readonly samlLogoutUrl: string | undefined;
}

/** The answer to the start of a SAML sign-in without the redirect address (spec §7). */
export interface SamlStart {
  readonly logoutUrl: string;
  readonly flow?: string | undefined;
  readonly scope?: string | undefined;
}

export interface StoredValuesOptions extends CookieJarOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly localStorage?: LocalStorage;
}

export interface StoredValues {
  /** In the memory of the page, not stored: the last refresh without an answer, with its Idempotency-Key. */
  readonly unanswered: { refresh?: { readonly refreshToken: string; readonly key: string } | undefined };
  /**
   * The service's time in milliseconds since the epoch, by the last tokens that this browser stored; undefined when it
   * has stored none. A device's own clock may be wrong by hours.
   */
  serviceNow(): number | undefined;
  /** Counts a refresh. Returns the milliseconds to wait when there were too many; undefined: it may be made. */
  reserveRefresh(): number | undefined;
  /**
   * Stores a new sign-in. First removes every value under a key of a session (threat D9), except those that a SAML
   * sign-in stored at its start (spec §4). All or nothing: if one value cannot be stored, none is, and the sign-in has
   * failed.
   *
   * @param platform the platform that the person signed in from, stored as `session_platform`
   */
  saveTokens(tokens: Tokens, platform: Platform): Written;
  /**
   * Replaces the tokens after a refresh. The other values of the session stay and expire with the new tokens. All or
   * nothing as well.
   */
  replaceTokens(tokens: Tokens): Written;
  /**
   * Stores the values that a SAML sign-in needs after its return (spec §4): its logout address, and `flow` and `scope`
   * if the service sent them. Removes those of an earlier attempt. All or nothing as well.
   */
  storeSamlStart(start: SamlStart): Written;
  /**
   * The session, or undefined when nobody is signed in: no id or refresh token is stored. If a name has two cookies or a
   * path other than `/`, which a sibling host can cause, all variants are deleted (requirements §4 "Cookies").
   */
  readSession(): StoredSession | undefined;
  /** Deletes every stored value but the platform and the visitor id (requirements §4 "Sign-out"). */
  clearSession(): void;
  /** The random id of this browser (spec §9), generated at first use and stored for 90 days. It authenticates nobody. */
  visitorId(): string;
  /** Deletes the analytics cookies of earlier versions (spec §9: at startup). */
  removeOldAnalyticsCookies(): void;
}

/** Opens the stored values of the page. */
export function createStoredValues(options: StoredValuesOptions = {}): StoredValues {
  const jar = openCookieJar(options);
  const now = options.now ?? Date.now;
  const storage = 'localStorage' in options ? options.localStorage : pageStorage();

  const clock = createServiceClock(storage, now);
  const tries = createRefreshTries(storage, now);

  function clearCookies(): void {
    for (const name of sessionCookies) jar.discard(name);
  }

  function clearSession(): void {
    clearCookies();
    writeLocal('LOGIN_REDIRECT', undefined, storage);
    writeLocal('mfa_challenge', undefined, storage);
    clock.forget();
  }

  /** All or nothing: a partial session would be read as a session. @param lifetime in milliseconds */
  function writeAll(values: Partial<Record<SessionCookie, string>>, lifetime: number): Written {
    for (const [name, value] of Object.entries(values)) {
      const written = jar.write(name, value, lifetime);
      if (!written.ok) {
        clearCookies();
        return written;
      }
    }
    return { ok: true };
  }

  function store(tokens: Tokens, others: Partial<Record<SessionCookie, string>>): Written {
    clock.learnFrom(tokens.idToken);
    return writeAll(
      {
        ...others,
        auth_strategy: tokens.authStrategy,
        refresh_token_expiration_date: String(tokens.refreshTokenExpirationDate),
        id_token: tokens.idToken,
        refresh_token: tokens.refreshToken,
      },
      tokens.refreshTokenExpirationDate * 1000 - (clock.now() ?? now()),
    );
  }

  /** The stored values of these names, without those that are missing or have several cookies. */
  function stored(names: readonly SessionCookie[]): Partial<Record<SessionCookie, string>> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const [value, ...others] = jar.values(name);
        return value && others.length === 0 ? [[name, value]] : [];
      }),
    );
  }

  return {
    unanswered: {},
    serviceNow: clock.now,
    reserveRefresh: tries.reserve,
    clearSession,
    saveTokens(tokens, platform) {
      // The start of a SAML sign-in stored these; other sign-ins have none (spec §4).
      const saml = tokens.authStrategy === 'saml' ? stored(samlCookies) : {};
      clearCookies();
      writeLocal('mfa_challenge', undefined, storage);
      const written = store(tokens, { ...saml, session_platform: platform });
      if (written.ok) storeLastStrategy(tokens.authStrategy, storage);
      return written;
    },
    replaceTokens: (tokens) => store(tokens, stored(companions)),
    storeSamlStart({ logoutUrl, flow, scope }) {
      for (const name of samlCookies) jar.discard(name);
      const values = { saml_logout_url: logoutUrl, ...(flow && { flow }), ...(scope && { scope }) };
      return writeAll(values, samlStartLifetime);
    },
    readSession: () => readSession(jar, clearSession),
    visitorId() {
      const [stored, ...others] = jar.values('visitor_id');
      if (stored && others.length === 0 && /^[0-9a-f]{32}$/.test(stored)) return stored;
      jar.discard('visitor_id');
      const id = randomId();
      jar.write('visitor_id', id, limits.visitorIdLifetime);
      return id;
    },
    removeOldAnalyticsCookies: () => jar.discardPrefixed(oldAnalyticsPrefixes),
  };
}

/** @param clear called when the cookies are not those that this product wrote */
function readSession(jar: CookieJar, clear: () => void): StoredSession | undefined {
  const read: Partial<Record<SessionCookie, string>> = {};
  for (const name of sessionCookies) {
    const values = jar.values(name);
    if (values.length > 1) {
      jar.report({ event: 'cookieAmbiguous', name });
      clear();
      return undefined;
    }
    if (values[0]) read[name] = values[0];
  }
  if (!read.id_token && !read.refresh_token) return undefined;
  if (!jar.allAtRoot(sessionCookies)) {
    jar.report({ event: 'cookieMisplaced' });
    clear();
    return undefined;
  }
  const seconds = Number(read.refresh_token_expiration_date);
  return {
    idToken: read.id_token,
    refreshToken: read.refresh_token,
    refreshTokenExpirationDate: seconds > 0 ? seconds : undefined,
    authStrategy: strategies.find((strategy) => strategy === read.auth_strategy),
    sessionPlatform: platforms.find((platform) => platform === read.session_platform),
    samlLogoutUrl: read.saml_logout_url,
  };
}
