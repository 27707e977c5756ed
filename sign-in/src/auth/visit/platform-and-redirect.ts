/**
 * Where a visit comes from and where it wants to go on to (spec §2; requirements §4 "Platform" and "redirect"). Loaded
 * only when the address or the storage has something to say about it.
 */
import {
  clearStaleRedirect,
  storeLoginRedirect,
  readLoginRedirect,
} from '@app/session/pages/login-redirect.ts';
import { originPlatform, storePlatform } from '@app/session/pages/platform.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import type { AppConfig } from '#config.ts';

/**
 * Keeps the `platform` and the `redirect` of the present address, and tells the platform that the person comes from. A
 * redirect that is not allowed is ignored and logged, by its origin alone.
 *
 * @param goesOn whether a sign-in that was begun before goes on: its code is awaited, or a provider has sent it back
 */
export function storePlatformAndRedirect(config: AppConfig, goesOn: boolean): Platform {
  const { pathname, search } = location;
  storePlatform(search);
  const asked = new URLSearchParams(search).get('redirect');
  if (asked === null) {
    clearStaleRedirect({ pathname, search, awaitsCode: goesOn });
    return originPlatform({ redirect: readLoginRedirect(config), places: config });
  }
  const redirect = storeLoginRedirect(asked, config);
  if (redirect === undefined) {
    console.info('redirect refused', URL.canParse(asked) ? new URL(asked).origin : 'not an address');
  }
  return originPlatform({ redirect, places: config });
}
