/** What an admin can do about each reason of a refused attempt, and about an alarm. */
import type { SignInEvent } from '@app/contract/dashboard/sign-in-log.ts';
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';

export const adviceOf = {
  wrongPassword: 'resetPassword',
  noPassword: 'resetPassword',
  unknownAccount: 'checkAddress',
  disabled: 'enable',
  unconfirmed: 'invite',
  otherMethod: 'method',
  changedMeanwhile: 'again',
  rateLimited: 'wait',
  unknownDevice: 'deviceLink',
  renewalRequired: 'resetPassword',
  tooManyWrongCodes: 'wait',
  wrongCode: 'again',
  codeExpired: 'again',
  challengeDead: 'again',
  challengeUnknown: 'again',
  resendTooSoon: 'wait',
  tooManyCodes: 'wait',
  passkeyUnknown: 'again',
  passkeyInvalid: 'again',
  passkeyUsed: 'again',
  googleNotConfigured: 'contact',
  googleUnreachable: 'later',
  googleTokenInvalid: 'again',
  googleTokenUsed: 'again',
  googleUnconfirmed: 'checkMail',
  googleOtherIdentity: 'contact',
  samlNotConfigured: 'provider',
  samlUnasked: 'tile',
  samlRequestUsed: 'again',
  samlRequestExpired: 'again',
  samlAnswerUsed: 'again',
  samlDenied: 'atProvider',
  samlProviderFailed: 'atProvider',
  samlUnsigned: 'provider',
  samlUnknownKey: 'certificate',
  samlChanged: 'provider',
  samlNoCertificate: 'certificate',
  samlEncryption: 'certificate',
  samlClock: 'clock',
  samlOldSignIn: 'freshLogin',
  samlOtherReceiver: 'provider',
  samlOtherProvider: 'certificate',
  samlNoEmail: 'provider',
  samlTooLarge: 'fewerGroups',
  samlUnreadable: 'defaults',
  samlStructure: 'defaults',
  samlAlgorithm: 'algorithm',
  samlEncryptionMethod: 'encryption',
  samlIssuerFormat: 'defaults',
  samlNotConfirmed: 'defaults',
  samlBlankAround: 'directory',
  samlOtherNameId: 'provider',
  samlInvalid: 'provider',
  samlBadStart: 'again',
  ssoCodeUnknown: 'again',
  ssoCodeUsed: 'again',
  ssoCodeExpired: 'again',
  ssoCodeOtherBrowser: 'again',
  linkUnknown: 'newLink',
  linkUsed: 'newLink',
  linkCancelled: 'newLink',
  linkExpired: 'newLink',
  domainClaimed: 'method',
  overloaded: 'later',
  unavailable: 'later',
  fault: 'contact',
} as const satisfies Record<EventReason, string>;

/** It succeeded, and yet an admin should look at it. */
export const isAlarm = ({ type }: SignInEvent): boolean => type === 'refreshReuse';

type Advice = (typeof adviceOf)[EventReason];
const forPerson: readonly Advice[] = ['resetPassword', 'enable', 'method'];
const forProvider: readonly Advice[] = ['provider', 'certificate', 'tile', 'encryption', 'defaults'];

/** The screen on which the advice for an event is followed. */
export function screenFor(
  event: SignInEvent,
): { readonly href: string; readonly area: 'person' | 'invitations' | 'singleSignOn' } | undefined {
  const advice = event.reason && adviceOf[event.reason];
  const { userId, email = '' } = event;
  if (userId !== undefined && (isAlarm(event) || (advice && forPerson.includes(advice))))
    return { href: `/dashboard/people/${userId}`, area: 'person' };
  if (advice === 'invite')
    return { href: `/dashboard/invitations?search=${encodeURIComponent(email)}`, area: 'invitations' };
  if (advice === 'checkAddress') return { href: '/dashboard/invitations/new', area: 'invitations' };
  if (advice && forProvider.includes(advice))
    return { href: '/dashboard/single-sign-on', area: 'singleSignOn' };
  return undefined;
}
