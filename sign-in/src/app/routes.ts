/** Which screen an address shows to whom (spec §2), and the address that it should have had. Pure. */
import { pages, type PageScreen } from '@app/contract/pages/pages.ts';

import type { AuthStatus } from '#auth/auth-state.ts';

export type ScreenName = 'loading' | PageScreen;

/** The page of a path, with or without a slash at its end. */
export const pageOf = (path: string): { screen: PageScreen; link?: string } | undefined =>
  (pages as Partial<Record<string, { screen: PageScreen; link?: string }>>)[withoutSlash(path)];

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');

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
