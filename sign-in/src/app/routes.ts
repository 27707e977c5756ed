/** Which screen an address shows to whom (spec §2), and the address that it should have had. Pure. */
import type { AuthStatus } from '#auth/auth-state.ts';

/** Screens that do not depend on who is signed in, by their paths. */
export const openScreens = {
  '/password/forgot': 'forgot-password',
  '/password/reset': 'new-password',
  '/password/new': 'new-password',
  '/users/confirmation': 'invitation',
  '/signup': 'sign-up',
  '/signup/confirm': 'confirm-sign-up',
  '/users/identity': 'confirm-identity',
  '/login/device': 'confirm-device',
  '/auth/v1/users/email-change': 'email-change',
  '/auth/v1/users/email-change/cancel': 'email-change-cancel',
  '/action_result': 'action-result',
  '/status': 'status',
} as const;

export type ScreenName = 'loading' | 'login' | 'success' | (typeof openScreens)[keyof typeof openScreens];

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
  const wanted = path.replace(/(?<=.)\/+$/, '');
  const screen = (openScreens as Partial<Record<string, ScreenName>>)[wanted];
  if (screen) return path === wanted ? { screen } : { screen, address: wanted + search };
  const known = /^\/(login(\/s(so|uccess))?)?$/.test(wanted);
  if (status === 'UNKNOWN')
    return known ? { screen: 'loading' } : { screen: 'loading', address: '/login?error=not-found' };
  if (status === 'AUTHENTICATED') {
    const address = known ? `/login/success${without('redirect', search)}` : '/login?error=not-found';
    return address === path + search ? { screen: 'success' } : { screen: 'success', address };
  }
  if (!known) return { screen: 'login', address: '/login?error=not-found' };
  // Whoever comes back from a company's sign-in page with nothing was not signed in by it.
  const query = wanted === '/login/sso' && !/[?&]error=/.test(search) ? withError(search) : search;
  return path === '/login' ? { screen: 'login' } : { screen: 'login', address: `/login${query}` };
}

/** The redirect was kept as LOGIN_REDIRECT; in the address it would be followed again on the way back. */
function without(name: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has(name)) return search;
  query.delete(name);
  return query.size > 0 ? `?${query}` : '';
}

const withError = (search: string): string =>
  `${search || '?'}${search.length > 1 ? '&' : ''}error=sso-error`;
