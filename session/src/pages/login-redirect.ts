/**
 * Stores LOGIN_REDIRECT (spec §3), the address to open after the sign-in, until it is used (requirements §4 "redirect").
 * It is checked when stored and when read, because any script of this origin can write another. And the platform: the app
 * of the product that a person comes from (spec §2, spec §3; requirements §4 "Platform").
 */
import { allowedRedirect, type RedirectTargets, platformOfRedirect } from '@app/contract/pages/redirects.ts';
import { platforms, type Platform } from '@app/contract/fields/vocabulary.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from '#stored/local-values.ts';

const key = 'LOGIN_REDIRECT';

/**
 * Stores the `redirect` parameter of an address and returns it normalised. One that is not allowed is not stored and
 * removes the stored one, which belongs to an earlier visit.
 */
export function storeLoginRedirect(
  value: string | null,
  places: RedirectTargets,
  storage: LocalStorage = pageStorage(),
): string | undefined {
  const allowed = allowedRedirect(value, places);
  writeLocal(key, allowed, storage);
  return allowed;
}

/** The stored address. It stays stored, unless it is no longer allowed. */
export function readLoginRedirect(
  places: RedirectTargets,
  storage: LocalStorage = pageStorage(),
): string | undefined {
  const stored = readLocal(key, storage);
  if (stored === undefined) return undefined;
  const allowed = allowedRedirect(stored, places);
  if (allowed === undefined) writeLocal(key, undefined, storage);
  return allowed;
}

/** Removes the stored address and returns it, to be opened now. */
export function takeLoginRedirect(
  places: RedirectTargets,
  storage: LocalStorage = pageStorage(),
): string | undefined {
  const allowed = readLoginRedirect(places, storage);
  writeLocal(key, undefined, storage);
  return allowed;
}

/** A page that was just loaded. */
export interface PageVisit {
  /** `location.pathname` */
  readonly pathname: string;
  /** `location.search` */
  readonly search: string;
  /** Whether a code of an earlier sign-in is still awaited. */
  readonly awaitsCode: boolean;
  /** How the page was opened; the browser's own record when omitted. */
  readonly navigation?: NavigationTimingType | undefined;
}

/**
 * Removes the stored address when a login page is opened without a redirect, so that an old visit's redirect is not
 * followed. A reload, back and forward, an awaited code and the return from a company's sign-in page continue an
 * earlier sign-in and keep it.
 */
export function clearStaleRedirect(visit: PageVisit, storage: LocalStorage = pageStorage()): void {
  const { pathname, search, awaitsCode, navigation = navigationType() } = visit;
  const goesOn = navigation === 'reload' || navigation === 'back_forward' || awaitsCode;
  if (goesOn || (pathname !== '/login' && pathname !== '/')) return;
  if (!new URLSearchParams(search).has('redirect')) writeLocal(key, undefined, storage);
}

function navigationType(): NavigationTimingType | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type;
}

const toPlatform = (text: string | null | undefined): Platform | undefined =>
  platforms.find((platform) => platform === text);

/** Stores the `platform` parameter of an address if its value is known (spec §2). @param search `location.search` */
export function storePlatform(search: string, storage: LocalStorage = pageStorage()): void {
  const platform = toPlatform(new URLSearchParams(search).get('platform'));
  if (platform) writeLocal('platform', platform, storage);
}

/**
 * The platform of the redirect, else the stored one, else the app itself.
 *
 * @param redirect an address that `allowedRedirect` returned
 */
export function originPlatform(
  { redirect, places }: { redirect: string | undefined; places: RedirectTargets },
  storage: LocalStorage = pageStorage(),
): Platform {
  const asked = redirect === undefined ? undefined : platformOfRedirect(redirect, places);
  return asked ?? toPlatform(readLocal('platform', storage)) ?? 'authentication-ui';
}
