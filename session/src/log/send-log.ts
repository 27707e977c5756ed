/** Sends what an app logs to the log intake. */
import { cookieName } from '@app/contract/pages/cookies.ts';
import { forwardLog, type ForwardOptions } from '@app/log/forward-log.ts';

import { claimsOf } from '#tokens/id-token.ts';

/** @param config of the app: its version, and where its log goes */
export function sendLog(
  app: ForwardOptions['app'],
  { version, logIntakeUrl }: { readonly version: string; readonly logIntakeUrl: string },
): void {
  forwardLog({
    app,
    version,
    intakeUrl: logIntakeUrl,
    roles: () => rolesIn(document.cookie, location.protocol),
  });
}

/**
 * The roles claim of the stored ID token (spec §3), a JSON list of role names as text; undefined when nobody is signed in
 * or the claim is not such a list.
 *
 * @param cookies `document.cookie`
 * @param protocol `location.protocol`
 */
function rolesIn(cookies: string, protocol: string): string[] | undefined {
  const start = `${cookieName('id_token', protocol === 'https:')}=`;
  const token = cookies.split('; ').find((pair) => pair.startsWith(start));
  const claims = claimsOf(token?.slice(start.length) ?? '');
  const claim = (claims as { 'custom:roles'?: unknown } | null | undefined)?.['custom:roles'];
  try {
    const roles: unknown = JSON.parse(String(claim));
    return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : undefined;
  } catch {
    return undefined;
  }
}
