/** Which app of the product a person comes from, and what the app runs in (§2, §3; decisions, section 4 'Platform'). */
import { platformOfRedirect, type RedirectPlaces } from '@app/contract/redirects.ts';
import { platforms, type ClientType, type Platform } from '@app/contract/vocabulary.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from './local-values.ts';

const toPlatform = (text: string | null | undefined): Platform | undefined =>
  platforms.find((platform) => platform === text);

/** Keeps the `platform` parameter of an address, when it is a known value (§2). @param search `location.search` */
export function rememberPlatform(search: string, storage: LocalStorage = pageStorage()): void {
  const platform = toPlatform(new URLSearchParams(search).get('platform'));
  if (platform) writeLocal('platform', platform, storage);
}

/**
 * The platform of the redirect, else the stored one, else the app itself.
 *
 * @param redirect an address that `allowedRedirect` gave
 */
export function originPlatform(
  { redirect, places }: { redirect: string | undefined; places: RedirectPlaces },
  storage: LocalStorage = pageStorage(),
): Platform {
  const asked = redirect === undefined ? undefined : platformOfRedirect(redirect, places);
  return asked ?? toPlatform(readLocal('platform', storage)) ?? 'authentication-ui';
}

/**
 * The mark of the desktop app in its user agent: a product token (RFC 9110 §10.1.5) that ends in `Desktop`, as in
 * `NorthlineDesktop/2.4`, or the `Electron/` that a desktop app built with it has by itself.
 */
const desktopMark = /(?:^|\s)(?:[\w.-]*Desktop|Electron)\/\d/;

/** What the app runs in. @param framed whether the page is inside a frame: `window.top !== window` */
export function clientType({ userAgent, framed }: { userAgent: string; framed: boolean }): ClientType {
  if (desktopMark.test(userAgent)) return 'desktop';
  return framed ? 'cti' : 'web';
}
