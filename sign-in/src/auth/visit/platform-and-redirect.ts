/**
 * Reads the platform and the redirect of a visit (spec §2; requirements §4 "Platform" and "redirect"). Loaded only when
 * the address or the storage has one of them.
 */
import {
  clearStaleRedirect,
  storeLoginRedirect,
  readLoginRedirect,
  originPlatform,
  storePlatform,
} from '@app/session/pages/login-redirect.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import type { AppConfig } from '#config.ts';

/**
 * Stores the `platform` and the `redirect` of the address, and returns the platform that the person comes from. A
 * redirect that is not allowed is ignored and logged by its origin only.
 *
 * @param goesOn whether an earlier sign-in continues: its code is awaited, or a provider has sent the browser back
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
