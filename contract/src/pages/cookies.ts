/**
 * The cookies of a session (spec §3; requirements §4 "Cookies"): written by the apps, and by the service for a page
 * without script.
 */

export const sessionCookies = [
  'id_token',
  'refresh_token',
  'refresh_token_expiration_date',
  'auth_strategy',
  'session_platform',
  // Written by sibling apps; never written here, and gone with the session.
  'is_connected_as',
  'impersonate_token',
  // Written before a SAML sign-in leaves for the provider, so they must outlive its return.
  'saml_logout_url',
  'flow',
  'scope',
] as const;
export type SessionCookie = (typeof sessionCookies)[number];

/** Those that belong to a SAML sign-in alone. */
export const samlCookies: readonly SessionCookie[] = ['saml_logout_url', 'flow', 'scope'];

/** A cookie's name as the browser holds it (requirements §4 "Cookies"). @param https whether the page is one */
export const cookieName = (name: string, https: boolean): string => (https ? `__Secure-${name}` : name);
