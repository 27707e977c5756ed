/** Which screen an address shows, by who is signed in (spec §2), and the address that replaces a wrong one. Pure. */
import { pages, type PageScreen } from '@app/contract/pages/pages.ts';

import type { AuthStatus } from '#auth/auth-state.ts';

export type ScreenName = 'loading' | PageScreen;

/** The page of a path, with or without a slash at its end. */
export const pageOf = (path: string): { screen: PageScreen; link?: string } | undefined =>
  (pages as Partial<Record<string, { screen: PageScreen; link?: string }>>)[withoutSlash(path)];

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');

export interface Route {
  readonly screen: ScreenName;
  /** Replaces the address in the history; undefined: it is right. */
  readonly address?: string;
}

/**
 * @param path `location.pathname`
 * @param search `location.search`
 */
export function routeOf(path: string, search: string, status: AuthStatus): Route {
  const wanted = withoutSlash(path);
  const known = pageOf(wanted);
  // Any other screen does not depend on who is signed in.
  if (known && known.screen !== 'login' && known.screen !== 'success') {
    const { screen } = known;
    return path === wanted ? { screen } : { screen, address: wanted + search };
  }
  if (status === 'UNKNOWN')
    return known ? { screen: 'loading' } : { screen: 'loading', address: '/login?error=not-found' };
  if (status === 'AUTHENTICATED') {
    const address = known ? `/login/success${without('redirect', search)}` : '/login?error=not-found';
    return address === path + search ? { screen: 'success' } : { screen: 'success', address };
  }
  if (!known) return { screen: 'login', address: '/login?error=not-found' };
  // A return from a company's sign-in page without an answer is a failed sign-in.
  const query = wanted === '/login/sso' && !/[?&]error=/.test(search) ? withError(search) : search;
  return path === '/login' ? { screen: 'login' } : { screen: 'login', address: `/login${query}` };
}

/** LOGIN_REDIRECT holds the redirect; in the address it would be followed again when the person comes back. */
function without(name: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has(name)) return search;
  query.delete(name);
  return query.size > 0 ? `?${query}` : '';
}

const withError = (search: string): string =>
  `${search || '?'}${search.length > 1 ? '&' : ''}error=sso-error`;
