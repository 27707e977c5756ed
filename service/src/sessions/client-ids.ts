/** Which programs tokens are made for (requirements §2): there is a client id for browsers and one for phones. */
import type { Settings } from '#settings/config.ts';

/** Those of this deployment: the secure pair where PUBLIC_URL is https. */
export const clientIdsOf = ({
  publicUrl,
  clientIds: { web, webSecure, mobile, mobileSecure },
}: Pick<Settings, 'publicUrl' | 'clientIds'>): { web: string; mobile: string } =>
  publicUrl.startsWith('https:') ? { web: webSecure, mobile: mobileSecure } : { web, mobile };
