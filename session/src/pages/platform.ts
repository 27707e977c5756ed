/** The platform: the app of the product that a person comes from (spec §2, spec §3; requirements §4 "Platform"). */
import { platformOfRedirect, type RedirectTargets } from '@app/contract/pages/redirects.ts';
import { platforms, type Platform } from '@app/contract/fields/vocabulary.ts';

import { pageStorage, readLocal, writeLocal, type LocalStorage } from '#stored/local-values.ts';

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
