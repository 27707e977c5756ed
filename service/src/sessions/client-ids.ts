/** The client ids for which tokens are issued (requirements §2): one for browsers and one for phones. */
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import type { Settings } from '#settings/config.ts';

/** The client ids of this deployment: the secure pair if PUBLIC_URL is https. */
export const clientIdsOf = ({
  publicUrl,
  clientIds: { web, webSecure, mobile, mobileSecure },
}: Pick<Settings, 'publicUrl' | 'clientIds'>): { web: string; mobile: string } =>
  publicUrl.startsWith('https:') ? { web: webSecure, mobile: mobileSecure } : { web, mobile };

/** The client id of the calling program: the mobile one on phones. */
export function clientIdFor(platform: Platform, settings: Parameters<typeof clientIdsOf>[0]): string {
  const { web, mobile } = clientIdsOf(settings);
  return platform === 'android' || platform === 'ios' ? mobile : web;
}
