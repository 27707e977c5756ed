/** The client ids for which tokens are issued (requirements §2): one for browsers and one for phones. */
import type { Settings } from '#settings/config.ts';

/** The client ids of this deployment: the secure pair if PUBLIC_URL is https. */
export const clientIdsOf = ({
  publicUrl,
  clientIds: { web, webSecure, mobile, mobileSecure },
}: Pick<Settings, 'publicUrl' | 'clientIds'>): { web: string; mobile: string } =>
  publicUrl.startsWith('https:') ? { web: webSecure, mobile: mobileSecure } : { web, mobile };
