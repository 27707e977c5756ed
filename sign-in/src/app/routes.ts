/** Which screen an address shows to whom (§2), and the address that it should have had. Pure. */
import type { AuthStatus } from '#auth/auth-state.ts';

export type ScreenName = 'loading' | 'login' | 'success';

export interface Place {
  readonly screen: ScreenName;
  /** Replaces the address in the history; undefined: it is right already. */
  readonly address?: string;
}

/**
 * @param path `location.pathname`
 * @param search `location.search`
 */
export function placeOf(path: string, search: string, status: AuthStatus): Place {
  if (status === 'UNKNOWN') return { screen: 'loading' };
  const wanted = path.replace(/(?<=.)\/+$/, '');
  const screen = status === 'AUTHENTICATED' ? 'success' : 'login';
  const own = screen === 'success' ? '/login/success' : '/login';
  switch (wanted) {
    // Root redirects to login and keeps the query string; so does every other way to a screen.
    case '/':
    case '/login':
    case '/login/success':
      return path === own ? { screen } : { screen, address: own + search };
    default:
      return { screen, address: `${own}?error=not-found` };
  }
}
