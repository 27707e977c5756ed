/**
 * LOGIN_REDIRECT (spec §3): where to go on to after the sign-in, kept across reloads and a company's sign-in page,
 * dropped when used (requirements §4 "redirect"). Checked as it is kept and again as it is read: any script of this
 * origin could have written another.
 */
import { allowedRedirect, type RedirectPlaces } from '@app/contract/pages/redirects.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from '#stored/local-values.ts';

const key = 'LOGIN_REDIRECT';

/**
 * Keeps the `redirect` parameter of an address and gives it normalised. One that is not allowed is not kept, and an
 * older one goes as well: this visit asked for something else.
 */
export function storeLoginRedirect(
  value: string | null,
  places: RedirectPlaces,
  storage: LocalStorage = pageStorage(),
): string | undefined {
  const allowed = allowedRedirect(value, places);
  writeLocal(key, allowed, storage);
  return allowed;
}

/** The kept address, which stays kept. One that is not allowed (any more) is dropped. */
export function readLoginRedirect(
  places: RedirectPlaces,
  storage: LocalStorage = pageStorage(),
): string | undefined {
  const kept = readLocal(key, storage);
  if (kept === undefined) return undefined;
  const allowed = allowedRedirect(kept, places);
  if (allowed === undefined) writeLocal(key, undefined, storage);
  return allowed;
}

/** The kept address, to be followed now: it is not kept any longer. */
export function takeLoginRedirect(
  places: RedirectPlaces,
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
  /** Whether a code of a sign-in begun before is still awaited. */
  readonly awaitsCode: boolean;
  /** How the page was come by; by the browser's own record when left out. */
  readonly navigation?: NavigationTimingType | undefined;
}

/**
 * Forgets the kept address when a login page is opened afresh and asks for none, so that nobody is sent where they
 * wanted to go last week. Not for a reload or the way back, not while a code is awaited, not for the return from a
 * company's sign-in page: those go on with what was begun.
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
