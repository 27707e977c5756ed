/** Checks the redirect target of a single sign-on (threat D1): only the app's own page is allowed. */
import { supportCodeParameter } from '@app/contract/fields/typed-support-code.ts';
import { allowedRedirect } from '@app/contract/pages/redirects.ts';

import type { Settings } from '#settings/config.ts';

const page = '/login/sso';

/**
 * Returns true for the page `/login/sso` of an allowed origin in its canonical spelling. It may have a `state`, but no
 * `code`, `error` or support code that could be mistaken for the service's.
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
    !searchParams.has('error') &&
    !searchParams.has(supportCodeParameter)
  );
}
