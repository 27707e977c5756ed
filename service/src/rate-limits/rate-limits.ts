/**
 * The rate limits: how often a client, an account or an address may try (threats A1, A3, A6, A8).
 *
 * A client address is often a whole office: `office` people who start work at nine. Limits per client leave room for all
 * of them. Where a try can be wrong, a client's limit counts the distinct accounts with wrong tries, so that one bad
 * neighbour does not lock out the colleagues (docs/decisions/rate-limits.md).
 */
import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import type { Counter } from '#store/sign-in/throttles.ts';

/** People behind one network address. */
const office = 500;

const counter = (
  key: string,
  limit: number,
  window: number,
  { block, ...rest }: { block?: number } & Pick<Counter, 'member' | 'refusal'> = {},
): Counter => ({ key, limit, window, block: block ?? null, ...rest });

/** For a limit that strangers can reach: the owner can still sign in with a mailed device link (`device-link.ts`). */
const byLink = { refusal: 'unknownDevice' } as const;

/** The mailbox of an address, for limits on emails: addresses that differ in the tag after a plus sign share one. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+', 1);
  // An address that begins with the plus sign has no other name.
  return name === '' ? email.toLowerCase() : `${name}${email.slice(at)}`.toLowerCase();
}

/**
 * Wrong passwords (threats A1 to A3). `email` is the typed address: one without an account is counted in the same way. A
 * device that the account knows has its own counters, so strangers cannot lock the owner out. The windows are fixed and
 * two can be adjacent: a limit of 50 allows at most 100 guesses from unknown devices in any 24 hours.
 */
export const wrongPasswords = (email: string, client: string, knownDevice: string | undefined): Counter[] =>
  knownDevice === undefined
    ? [...wrongPasswordsOnAccount(email, client), wrongAccounts(email, client)]
    : wrongPasswordsOnDevice(email, knownDevice);

/**
 * The counters of wrong passwords on a device that the account knows. It shares them with no other device. A device link
 * that is confirmed on it clears them.
 */
export const wrongPasswordsOnDevice = (email: string, knownDevice: string): Counter[] => [
  counter(`login:account-device:${email}:${knownDevice}`, 5, minutes(15), { block: minutes(15), ...byLink }),
  counter(`login:account-device-day:${email}:${knownDevice}`, 40, hours(24), byLink),
];

/**
 * Wrong passwords of a person who is signed in already: each session has its own counters, so that neither a stranger
 * nor the thief of another session can fill them.
 */
export const wrongOwnPasswords = (email: string, familyId: string): Counter[] => [
  counter(`login:account-session:${email}:${familyId}`, 5, minutes(15), { block: minutes(15) }),
  counter(`login:account-session-day:${email}:${familyId}`, 40, hours(24)),
];

/** The counters of wrong passwords on one account: a password reset clears them. */
export const wrongPasswordsOnAccount = (email: string, client: string): Counter[] => [
  counter(`login:account-client:${email}:${client}`, 5, minutes(15), { block: minutes(15), ...byLink }),
  counter(`login:account:${email}`, 50, hours(24), byLink),
];

/** The accounts on which a client entered a wrong password without a later sign-in (threat A3). */
export const wrongAccounts = (email: string, client: string): Counter =>
  counter(`login:client:${client}`, 50, hours(24), { member: email, ...byLink });

/**
 * How many wrong codes of an account are compared, over all challenges (threat A6; `inARow` by NIST SP 800-63B-4
 * §3.2.2).
 */
export const codeCeilings = {
  /** In any hour. */
  inHour: 10,
  /** Since the last right code; then the password must be renewed. */
  inARow: 100,
} as const;

/** The email that tells the owner of wrong codes. */
export const wrongCodesMails = (accountId: string): Counter[] => [
  counter(`mail:codes:${accountId}`, 1, days(1)),
];

/**
 * Challenges of an account (threats A6, A8): each needs the right password and sends an email. A device that the
 * account knows has its own counter. A thief of the password can cause 30 emails an hour and 60 a day.
 */
export const challenges = (
  accountId: string,
  client: string,
  knownDevice: string | undefined,
): readonly Counter[] =>
  knownDevice === undefined
    ? [
        counter(`challenge:account-client:${accountId}:${client}`, 10, hours(1), byLink),
        counter(`challenge:account:${accountId}`, 30, hours(1), byLink),
        counter(`challenge:account-day:${accountId}`, 60, days(1), byLink),
      ]
    : [counter(`challenge:account-device:${accountId}:${knownDevice}`, 10, hours(1), byLink)];

/**
 * Codes that are sent again, by the account of an open challenge, and else by the typed address. Above the limit the
 * answer is the same and no email is sent. The first code of a sign-in does not count.
 */
export const resentCodes = (of: string): Counter[] => [counter(`mail:resent:${of}`, 5, minutes(15))];

/**
 * Emails that a stranger can cause without a password (threat A8), all kinds together, by the mailbox of the typed
 * address, with or without an account. Above the limit the answer is the same and no email is sent, except that of
 * `ownMail`.
 */
export const strangersMails = (email: string): Counter[] => [
  counter(`mails:mailbox:${mailboxOf(email)}`, 5, minutes(15)),
  counter(`mails:mailbox-day:${mailboxOf(email)}`, 15, days(1)),
];

/**
 * Emails that the admins of one company can have sent to a mailbox, all kinds together (threat A8; `takeMails`).
 * Another company has its own, so that a stranger's company cannot exhaust the employer's.
 */
export const companyMails = (companyId: string, email: string): Counter =>
  counter(`mails:company:${companyId}:${mailboxOf(email)}`, limits.mailsOfCompany, days(1));

/**
 * One more email for the exact address, whoever asks for it: strangers who exhaust the limit of the mailbox do not keep
 * its owner from a link.
 */
export const ownMail = (kind: 'recover' | 'signup', email: string): Counter[] => [
  counter(`mail:${kind}:${email}`, 1, minutes(15)),
];

/**
 * Emails that ask the owner to confirm a Google account. Above the limit the answer is the same and no email is sent.
 */
export const identityMails = (accountId: string): Counter[] => [
  counter(`mail:identity:${accountId}`, 3, hours(1)),
  counter(`mail:identity-day:${accountId}`, 10, days(1)),
];

/** Emails of device links, by the exact address: no other email or address of the mailbox can exhaust this limit. */
export const deviceLinkMails = (email: string): Counter[] => [counter(`mail:device:${email}`, 1, hours(1))];

/** Emails about sign-ins on new devices: who knows the password can cause them. */
export const newDeviceMails = (accountId: string): Counter[] => [
  counter(`mail:new-device:${accountId}`, 20, days(1)),
];

/** Password resets with a mailed link. */
export const resets = (client: string): Counter[] => [counter(`reset:client:${client}`, office, minutes(10))];

/** Accepted invitations, confirmed signups, devices and Google accounts. */
export const acceptances = (client: string): Counter[] => [
  counter(`accept:client:${client}`, office, minutes(10)),
];

/** Checks of a link, which change nothing: one when its page opens, one when the person returns to it. */
export const linkChecks = (client: string): Counter[] => [
  counter(`link-check:client:${client}`, 2 * office, minutes(10)),
];

/** Opened and confirmed pages of email-address changes. */
export const emailChangeVisits = (client: string): Counter[] => [
  counter(`email-change:client:${client}`, 2 * office, minutes(10)),
];

/** Sign-ins with a Google token: two for each person of an office. */
export const googleSignIns = (client: string): Counter[] => [
  counter(`google:client:${client}`, 2 * office, minutes(10)),
];

/** Passkeys that are refused: a right one does not count. */
export const passkeySignIns = (client: string): Counter[] => [
  counter(`passkey:client:${client}`, 2 * office, minutes(10)),
];

/** Checks whether a domain uses single sign-on: about one for each sign-in of an office. */
export const ssoDomainChecks = (client: string): Counter[] => [
  counter(`sso-domain:client:${client}`, 4 * office, minutes(10)),
];

/** Starts of a single sign-on: the look-up of the company's address, and the redirect to its provider (`ssoLogins`). */
export const ssoStarts = (client: string): Counter[] => [
  counter(`sso:client:${client}`, 2 * office, minutes(10)),
];
export const ssoLogins = (client: string): Counter[] => [
  counter(`sso-login:client:${client}`, 2 * office, minutes(10)),
];

/**
 * Refused SAML responses to one request (threat C10), by the hash of its RelayState. A full counter blocks no sign-in: a
 * response signed with a key of the provider's is still verified.
 */
export const refusedAnswers = (request: string): Counter[] => [
  counter(`sso-refused:request:${request}`, 20, minutes(10)),
];

/**
 * Emails that tell an owner the sign-in method, after a try with a password. They share no counter with other emails,
 * so that no other email can exhaust it.
 */
export const methodMails = (accountId: string): Counter[] => [
  counter(`mail:method:${accountId}`, 1, hours(1)),
];

/**
 * What the metrics call each limit: the beginning of its keys, which names no person. A test holds that none is
 * missing.
 */
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
  'mail:new-device',
  'mail:identity',
  'mail:identity-day',
  'mail:method',
  'reset:client',
  'accept:client',
  'link-check:client',
  'email-change:client',
  'refresh',
  'google:client',
  'passkey:client',
  'sso-domain:client',
  'sso:client',
  'sso-login:client',
  'sso-refused:request',
] as const;

/** The name of the limit that a counter's key belongs to; never a part of the key that names a person. */
export const limitNameOf = (key: string): string =>
  limitNames.find((name) => key.startsWith(`${name}:`)) ?? 'other';
