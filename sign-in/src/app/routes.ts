/** Maps an address and the auth state to a screen and, for a wrong address, to its replacement (spec §2). Pure. */
import { pages, type PageScreen } from '@app/contract/pages/pages.ts';

import type { AuthStatus } from '#auth/auth-state.ts';

export type ScreenName = 'loading' | PageScreen;

/** The page of a path, with or without a trailing slash. */
export const pageOf = (path: string): { screen: PageScreen; link?: string } | undefined =>
  (pages as Partial<Record<string, { screen: PageScreen; link?: string }>>)[withoutSlash(path)];

const withoutSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');

export interface Route {
  readonly screen: ScreenName;
  /** Replaces the address in the history; undefined when the address is right. */
  readonly address?: string;
}

/**
 * @param path `location.pathname`
 * @param search `location.search`
 */
export function routeOf(path: string, search: string, status: AuthStatus): Route {
  const wanted = withoutSlash(path);
  const known = pageOf(wanted);
  // The other screens do not depend on who is signed in.
  if (known && known.screen !== 'login' && known.screen !== 'sso' && known.screen !== 'success') {
    const { screen } = known;
    return path === wanted ? { screen } : { screen, address: wanted + search };
  }
  if (status === 'UNKNOWN')
    return known ? { screen: 'loading' } : { screen: 'loading', address: '/login?error=not-found' };
  if (status === 'AUTHENTICATED') {
    const address = known ? `/login/success${withoutVisit(search)}` : '/login?error=not-found';
    return address === path + search ? { screen: 'success' } : { screen: 'success', address };
  }
  if (!known) return { screen: 'login', address: '/login?error=not-found' };
  // A failed return from a company's sign-in page is shown at the login page; without one, it is the page of the form.
  const sso = known.screen === 'sso' && !/[?&]error=/.test(search);
  const screen = sso ? 'sso' : 'login';
  const right = sso ? '/login/sso' : '/login';
  return path === right ? { screen } : { screen, address: right + search };
}

/**
 * Without what belongs to one sign-in. The redirect is stored in LOGIN_REDIRECT; left in the address it would be followed
 * again on a return, and `prompt` would ask again.
 */
function withoutVisit(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('redirect') && !query.has('prompt')) return search;
  query.delete('redirect');
  query.delete('prompt');
  return query.size > 0 ? `?${query}` : '';
}
