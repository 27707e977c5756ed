/** The closed word lists of the specification. A value that is not in a list is never trusted or shown. */

/** Platform values (spec §3). */
export const platforms = ['aircall-workspace', 'android', 'authentication-ui', 'dashboard', 'ios'] as const;
export type Platform = (typeof platforms)[number];

/** Where the app runs (spec §3): the desktop app, a frame of a telephony integration, or a browser. */
export const clientTypes = ['cti', 'desktop', 'web'] as const;
export type ClientType = (typeof clientTypes)[number];

/** The ways to sign in, as the wire writes them (requirements §3). Exactly one per account. */
export const strategies = ['password', 'google', 'saml'] as const;
export type Strategy = (typeof strategies)[number];

/** What can prove a sign-in beside the password (requirements §4 "Second step"); a passkey proves the password's step too. */
export const ways = ['emailCode', 'authenticator', 'recoveryCode', 'passkey'] as const;
export type Way = (typeof ways)[number];

/** When a company's second step follows a sign-in with Google or single sign-on (requirements §4 "Second step"). */
export const providerSteps = ['never', 'unlessProven', 'always'] as const;
export type ProviderStep = (typeof providerSteps)[number];

/** Languages of every text (spec §1), each with its name for itself; `en` is the fallback. */
export const languageNames = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  no: 'Norsk',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as readonly Language[];

/** A language as `lang` names it (RFC 5646): our Norwegian is bokmål, and screen readers and hyphenation choose by it. */
export const languageTag = (language: string): string => (language === 'no' ? 'nb' : language);

/** A language tag (RFC 5646) to one of ours, or undefined. Bokmål and Nynorsk count as Norwegian. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  if (primary === 'nb' || primary === 'nn') return 'no';
  return languages.find((language) => language === primary);
}

/** Steps of the category 'authentication' in logs (spec §4). */
export const flowSteps = [
  'password',
  'mfa.init',
  'mfa.code',
  'mfa.resend',
  'sso.init',
  'sso.code',
  'passkey',
  'google.init',
  'google.code',
  'password.forgot',
  'password.reset',
  'invitation.confirm',
] as const;
export type FlowStep = (typeof flowSteps)[number];

/** Values of the `error` query parameter that belong to SSO (requirements §4 "Error values"). */
export const ssoErrorValues = [
  'sso-denied',
  'sso-invalid-response',
  'sso-not-configured',
  'sso-unknown-user',
  'sso-expired',
  'sso-old-sign-in',
  'sso-error',
] as const;
/** The other known values of the `error` query parameter. */
export const pageErrorValues = [
  'not-found',
  'router-error',
  'unknown',
  'session-expired',
  'link-expired',
  'network',
  'too-many-requests',
] as const;
/** Values of the `notice` query parameter of the login page: what a logout at a company's provider came to. */
export const logoutNotices = ['logged-out', 'logged-out-here'] as const;
export type LogoutNotice = (typeof logoutNotices)[number];
export type SsoErrorValue = (typeof ssoErrorValues)[number];
export type PageErrorValue = (typeof pageErrorValues)[number];
