/** What the metrics call a limit: the part of its counter's key that names nobody. */

/** The beginnings of the keys of rate-limits.ts; a test holds that none is missing. */
export const limitNames = [
  'login:account-device-day',
  'login:account-device',
  'login:account-session-day',
  'login:account-session',
  'login:account-client',
  'login:account',
  'login:client',
  'mail:codes',
  'challenge:account-client',
  'challenge:account-day',
  'challenge:account-device',
  'challenge:account',
  'mails:company',
  'mails:mailbox-day',
  'mails:mailbox',
  'mail:resent',
  'mail:recover',
  'mail:signup',
  'mail:device',
  'mail:identity',
  'mail:identity-day',
  'mail:method',
  'reset:client',
  'accept:client',
  'link-check:client',
  'email-change:client',
  'refresh',
  'google:client',
  'sso-domain:client',
  'sso:client',
  'sso-login:client',
  'sso-refused:request',
] as const;

/** The name of the limit that a counter's key belongs to; never a part of the key that names somebody. */
export const limitNameOf = (key: string): string =>
  limitNames.find((name) => key.startsWith(`${name}:`)) ?? 'other';
