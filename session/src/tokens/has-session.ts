/**
 * Tells by the cookies' names whether a session is stored. It is small enough for the first load, so `stored-values.ts`
 * is loaded only for a stored session or when a sign-in begins.
 */
import { cookieName } from '@app/contract/pages/cookies.ts';

/** Prefixes of the cookies that earlier versions of the apps left behind (requirements §4 "Old analytics cookies"). */
export const oldAnalyticsPrefixes = ['ajs_', 'amplitude_', '_ga', '_gid', 'mp_', 'intercom-'];

const namesIn = (cookies: string): string[] => cookies.split('; ').map((pair) => pair.split('=')[0] ?? '');

/**
 * Whether an id or refresh token is stored, once or several times. False means that nobody is signed in; true means
 * that `StoredValues.readSession()` has to decide.
 *
 * @param cookies `document.cookie`
 * @param protocol `location.protocol`
 */
export function hasSession(cookies: string, protocol: string): boolean {
  const tokens = ['id_token', 'refresh_token'].map((name) => cookieName(name, protocol === 'https:'));
  return namesIn(cookies).some((name) => tokens.includes(name));
}

/** Whether `StoredValues.removeOldAnalyticsCookies()` has cookies to remove. @param cookies `document.cookie` */
export function hasOldAnalytics(cookies: string): boolean {
  return namesIn(cookies).some((name) => oldAnalyticsPrefixes.some((prefix) => name.startsWith(prefix)));
}
