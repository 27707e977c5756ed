/**
 * LOGIN_REDIRECT (spec §3): the address to open after the sign-in, stored across reloads and a company's sign-in page,
 * removed when used (requirements §4 "redirect"). Checked when it is stored and when it is read: any script of this
 * origin can write another.
 */
import { allowedRedirect, type RedirectTargets } from '@app/contract/pages/redirects.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from '#stored/local-values.ts';

const key = 'LOGIN_REDIRECT';

/**
 * Stores the `redirect` parameter of an address and returns it normalised. One that is not allowed is not stored, and an
 * older one is removed as well: this visit asked for something else.
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

/** The stored address, which stays stored. One that is not allowed (any more) is removed. */
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

/** The stored address, to be opened now: removes it. */
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
  /** How the page was opened; the browser's own record when left out. */
  readonly navigation?: NavigationTimingType | undefined;
}

/**
 * Removes the stored address when a login page is opened without a redirect, so that nobody is sent where they wanted to
 * go last week. Not on a reload or on back and forward, not while a code is awaited, not on the return from a company's
 * sign-in page: those continue an earlier sign-in.
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
