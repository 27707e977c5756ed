/**
 * Whether a session is stored, by the cookies' names alone. Small enough for the first load, so that `stored-values.ts`
 * is loaded only for a stored session or when a sign-in begins.
 */
import { cookieName } from '@app/contract/pages/cookies.ts';

/**
 * Starts of the names of cookies that earlier versions of the apps left behind (requirements §4 "Old analytics
 * cookies").
 */
export const oldAnalyticsPrefixes = ['ajs_', 'amplitude_', '_ga', '_gid', 'mp_', 'intercom-'];

const namesIn = (cookies: string): string[] => cookies.split('; ').map((pair) => pair.split('=')[0] ?? '');

/**
 * Whether an id or a refresh token is stored, once or several times. Without one nobody is signed in, and
 * `StoredValues.readSession()` would say undefined; with one only it can tell.
 *
 * @param cookies `document.cookie`
 * @param protocol `location.protocol`
 */
export function hasSession(cookies: string, protocol: string): boolean {
  const tokens = ['id_token', 'refresh_token'].map((name) => cookieName(name, protocol === 'https:'));
  return namesIn(cookies).some((name) => tokens.includes(name));
}

/** Whether `StoredValues.removeOldAnalyticsCookies()` has anything to do. @param cookies `document.cookie` */
export function hasOldAnalytics(cookies: string): boolean {
  return namesIn(cookies).some((name) => oldAnalyticsPrefixes.some((prefix) => name.startsWith(prefix)));
}
