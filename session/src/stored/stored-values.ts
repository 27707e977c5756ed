/**
 * The stored values of a sign-in (spec §3), which every app of the product on this company's address shares as cookies.
 */
import { samlCookies, sessionCookies, type SessionCookie } from '@app/contract/pages/cookies.ts';
import { hours } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';
import type { Tokens } from '@app/contract/tokens/tokens.ts';
import { platforms, strategies, type Platform, type Strategy } from '@app/contract/fields/vocabulary.ts';

import { openCookieJar, type CookieJarOptions, type Written } from './cookie-jar.ts';
import { oldAnalyticsPrefixes } from '#tokens/has-session.ts';
import { storeLastStrategy } from './last-strategy.ts';
import { pageStorage, writeLocal, type LocalStorage } from './local-values.ts';
import { randomId } from '#calls/random-id.ts';

/** How long somebody may take at the company's sign-in page before what was stored for the return is gone. */
const samlStartLifetime = hours(1);

/** The cookies whose values a refresh leaves unchanged; it only renews their expiry. */
const companions: readonly SessionCookie[] = ['session_platform', ...samlCookies];

/** What is stored of a session. A value that is missing or not one of its list is undefined. */
export interface StoredSession {
  /** Not verified: see `id-token.ts`. */
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** Seconds since the epoch. */
  readonly refreshTokenExpirationDate: number | undefined;
  readonly authStrategy: Strategy | undefined;
  readonly sessionPlatform: Platform | undefined;
  /** As it was stored; check it where it is used (`sign-out.ts`). */
  readonly samlLogoutUrl: string | undefined;
}

/** The answer to the start of a SAML sign-in, less the address to go to (spec §7). */
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
  /**
   * Stores a new sign-in. Whatever stood under any key of a session before is discarded first (threat D9), but for the
   * values of a SAML sign-in when this is one (spec §4). All or nothing: when one value cannot be stored, none is, and
   * the sign-in has failed.
   *
   * @param platform the platform that the person signed in from, stored as `session_platform`
   */
  saveTokens(tokens: Tokens, platform: Platform): Written;
  /**
   * Stores refreshed tokens over the old ones. What else belongs to the session stays as it is and expires with the new
   * ones. All or nothing as well.
   */
  replaceTokens(tokens: Tokens): Written;
  /**
   * Stores what a SAML sign-in needs after its return (spec §4): the address of its logout, and `flow` and `scope` if
   * the service named them. What an earlier attempt left goes. All or nothing as well.
   */
  storeSamlStart(start: SamlStart): Written;
  /**
   * The session, or undefined when nobody is signed in: neither an id nor a refresh token is stored, or any name is
   * there twice or does not lie at the root, which a sibling host can bring about; then everything is deleted, in every
   * variant (requirements §4 "Cookies").
   */
  readSession(): StoredSession | undefined;
  /** Deletes every stored value but the platform and the visitor id (requirements §4 "Sign-out"). */
  clearSession(): void;
  /** The random name of this browser (spec §9), made at first use and stored for 90 days. It proves nothing about anybody. */
  visitorId(): string;
  /** Deletes what analytics of earlier versions left (spec §9: at startup). */
  removeOldAnalyticsCookies(): void;
}

/** Opens the stored values of the page. */
export function createStoredValues(options: StoredValuesOptions = {}): StoredValues {
  const jar = openCookieJar(options);
  const now = options.now ?? Date.now;
  const storage = 'localStorage' in options ? options.localStorage : pageStorage();

  function clearCookies(): void {
    for (const name of sessionCookies) jar.discard(name);
  }

  function clearSession(): void {
    clearCookies();
    writeLocal('LOGIN_REDIRECT', undefined, storage);
    writeLocal('mfa_challenge', undefined, storage);
  }

  /** All or nothing: half a session would be read as one. @param expires milliseconds since the epoch */
  function writeAll(values: Partial<Record<SessionCookie, string>>, expires: number): Written {
    for (const [name, value] of Object.entries(values)) {
      const written = jar.write(name, value, expires);
      if (!written.ok) {
        clearCookies();
        return written;
      }
    }
    return { ok: true };
  }

  function store(tokens: Tokens, others: Partial<Record<SessionCookie, string>>): Written {
    return writeAll(
      {
        ...others,
        auth_strategy: tokens.authStrategy,
        refresh_token_expiration_date: String(tokens.refreshTokenExpirationDate),
        id_token: tokens.idToken,
        refresh_token: tokens.refreshToken,
      },
      tokens.refreshTokenExpirationDate * 1000,
    );
  }

  /** The stored values of these names, less those that are missing or doubtful. */
  function stored(names: readonly SessionCookie[]): Partial<Record<SessionCookie, string>> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const [value, ...others] = jar.values(name);
        return value && others.length === 0 ? [[name, value]] : [];
      }),
    );
  }

  return {
    clearSession,
    saveTokens(tokens, platform) {
      // The start of a SAML sign-in has stored them; any other sign-in has none (spec §4).
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
      return writeAll(values, now() + samlStartLifetime);
    },
    readSession() {
      const read: Partial<Record<SessionCookie, string>> = {};
      for (const name of sessionCookies) {
        const values = jar.values(name);
        if (values.length > 1) {
          jar.report({ event: 'cookieAmbiguous', name });
          clearSession();
          return undefined;
        }
        if (values[0]) read[name] = values[0];
      }
      if (!read.id_token && !read.refresh_token) return undefined;
      if (!jar.allAtRoot(sessionCookies)) {
        jar.report({ event: 'cookieMisplaced' });
        clearSession();
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
    },
    visitorId() {
      const [stored, ...others] = jar.values('visitor_id');
      if (stored && others.length === 0 && /^[0-9a-f]{32}$/.test(stored)) return stored;
      jar.discard('visitor_id');
      const id = randomId();
      jar.write('visitor_id', id, now() + limits.visitorIdLifetime);
      return id;
    },
    removeOldAnalyticsCookies: () => jar.discardPrefixed(oldAnalyticsPrefixes),
  };
}
