/** Where a single sign-on may come back to (threat D1): the app's own page for it, and nothing else. */
import { allowedRedirect } from '@app/contract/pages/redirects.ts';

import type { Settings } from '#settings/config.ts';

const page = '/login/sso';

/**
 * Whether the address is the page `/login/sso` of an allowed origin, spelled out in the one way that every reader reads
 * alike. It may bring a `state`, but no `code` or `error` that could be taken for ours.
 */
export function isLoginReturn(address: string | undefined, settings: Settings): address is string {
  if (address === undefined || allowedRedirect(address, settings) !== address) return false;
  const { origin, pathname, searchParams } = new URL(address);
  const ours = origin === new URL(settings.publicUrl).origin || settings.allowedOrigins.includes(origin);
  return (
    ours &&
    pathname === page &&
    !address.includes('#') &&
    !searchParams.has('code') &&
    !searchParams.has('error')
  );
}
