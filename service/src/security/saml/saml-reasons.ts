/** Groups what a refused SAML response failed at into the reasons of the sign-in log, by who has to mend what. */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

/** The first that matches the text of the refusal; the texts are those of `verifySamlResponse`. */
const groups: readonly (readonly [pattern: RegExp, reason: EventReason])[] = [
  [/^the provider refused/, 'samlDenied'],
  [/^the provider failed/, 'samlProviderFailed'],
  [/^unsigned|not signed/, 'samlUnsigned'],
  [/^unknown key|^no known key/, 'samlUnknownKey'],
  [/^changed message/, 'samlChanged'],
  [/^no certificate of the provider/, 'samlNoCertificate'],
  [/encrypt|key transport|OAEP|CBC/i, 'samlEncryption'],
  [/Destination|Recipient|Audience|another request/, 'samlOtherReceiver'],
  [/Issuer/, 'samlOtherProvider'],
  [/email|NameID with another address/, 'samlNoEmail'],
];

export function samlReason({ error, reason }: { error: SsoErrorValue; reason: string }): EventReason {
  if (error === 'sso-expired') return 'samlClock';
  if (error === 'sso-old-sign-in') return 'samlOldSignIn';
  return groups.find(([pattern]) => pattern.test(reason))?.[1] ?? 'samlInvalid';
}
