/**
 * The rate limits: how often a client, an account or an address may try (threats A1, A3, A6, A8).
 *
 * A client address is often a whole office: `office` people who start work at nine. Limits per client leave room for all
 * of them. Where a try can be wrong, a client's limit counts the distinct accounts with wrong tries, so that one bad
 * neighbour does not lock out the colleagues (docs/decisions/account-lockout.md).
 */
import { days, hours, minutes, seconds } from '@app/contract/fields/durations.ts';

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

/** The mailbox of an address, for limits on mails: addresses that differ in the tag after a plus sign share one. */
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
    : [
        counter(`login:account-device:${email}:${knownDevice}`, 5, minutes(15), { block: minutes(15) }),
        counter(`login:account-devices:${email}`, 40, hours(24)),
      ];

/**
 * Wrong passwords of somebody who is signed in already: each session has a counter of its own, so that strangers cannot
 * fill it, and all of them share that of the known devices. A stolen session tries no more than a stolen device does.
 */
export const wrongOwnPasswords = (email: string, familyId: string): Counter[] => [
  counter(`login:account-session:${email}:${familyId}`, 5, minutes(15), { block: minutes(15) }),
  counter(`login:account-devices:${email}`, 40, hours(24)),
];

/** The counters of wrong passwords on one account: a password reset clears them. */
export const wrongPasswordsOnAccount = (email: string, client: string): Counter[] => [
  counter(`login:account-client:${email}:${client}`, 5, minutes(15), { block: minutes(15) }),
  counter(`login:account:${email}`, 50, hours(24), byLink),
];

/** The accounts on which a client entered a wrong password without a later sign-in (threat A3). */
export const wrongAccounts = (email: string, client: string): Counter =>
  counter(`login:client:${client}`, 50, hours(24), { member: email, ...byLink });

/** The accounts for which a client entered wrong codes, over all challenges (threat A6). */
export const wrongCodes = (email: string, client: string): Counter[] => [
  counter(`code:client:${client}`, 50, hours(1), { member: email }),
];

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

/** The mail that tells the owner of wrong codes. */
export const wrongCodesMails = (accountId: string): Counter[] => [
  counter(`mail:codes:${accountId}`, 1, days(1)),
];

/**
 * Challenges of an account (threats A6, A8): each needs the right password and sends a mail. A device that the account
 * knows has its own counters. A thief of the password can cause 30 mails an hour and 60 a day.
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
    : [
        counter(`challenge:account-device:${accountId}:${knownDevice}`, 10, hours(1)),
        counter(`challenge:account-devices:${accountId}`, 30, hours(1)),
      ];

/**
 * Mails that a stranger can cause (threat A8), all kinds together, by the mailbox of the typed address, with or without
 * an account. The first code of a sign-in does not count: it needs the right password.
 */
const strangersMails = (email: string): Counter =>
  counter(`mails:mailbox:${mailboxOf(email)}`, 5, minutes(15));

/** The mailboxes to which a client caused mails: everybody of an office, each counted once a day. */
const clientsMailboxes = (email: string, client: string): Counter =>
  counter(`mails:client:${client}`, office, days(1), { member: mailboxOf(email) });

/** Resent codes (threat A8), by the typed address. */
export const resends = (email: string, client: string): Counter[] => [
  counter(`resend:mailbox-client:${mailboxOf(email)}:${client}`, 5, minutes(10)),
  counter(`resend:mailbox-day:${mailboxOf(email)}`, 15, days(1)),
  strangersMails(email),
  clientsMailboxes(email, client),
];

/** Requests for a password reset by a client. Only these are refused. */
export const recoveries = (email: string, client: string): Counter[] => [clientsMailboxes(email, client)];

/** Mails of password resets, by the typed address. Above the limit the answer is the same and no mail is sent. */
export const recoveryMails = (email: string, client: string): Counter[] => [
  counter(`recover:mailbox-client:${mailboxOf(email)}:${client}`, 5, minutes(10)),
  counter(`recover:mailbox-day:${mailboxOf(email)}`, 15, days(1)),
  strangersMails(email),
];

/**
 * One more reset mail for an account without a valid link, so that strangers who exhaust a mailbox's limit cannot keep
 * the owner from a link. By the address and not by the mailbox, to which strangers can cause mails.
 */
export const lastRecoveryMails = (email: string): Counter[] => [
  counter(`recover:last:${email}`, 1, minutes(15)),
];

/** Mails that ask the owner to confirm a Google account. Above the limit the answer is the same and no mail is sent. */
export const identityMails = ({ id, email }: { id: string; email: string }, client: string): Counter[] => [
  counter(`mail:identity:${id}`, 3, hours(1)),
  counter(`mail:identity-day:${id}`, 10, days(1)),
  clientsMailboxes(email, client),
];

/** Requests for a device link by a client. */
export const deviceLinks = (email: string, client: string): Counter[] => [clientsMailboxes(email, client)];

/** Mails of device links, by the exact address: no other mail or address of the mailbox can exhaust this limit. */
export const deviceLinkMails = (email: string): Counter[] => [counter(`device-link:${email}`, 1, hours(1))];

/** Signups, the same for every address. */
export const signUps = (email: string, client: string): Counter[] => [
  counter(`signup:client:${client}`, 30, minutes(10)),
  strangersMails(email),
  clientsMailboxes(email, client),
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

/** Refreshes of one session. */
export const refreshes = (familyId: string): Counter => counter(`refresh:${familyId}`, 60, seconds(60));

/** Sign-ins with a Google token: two for each person of an office. */
export const googleSignIns = (client: string): Counter[] => [
  counter(`google:client:${client}`, 2 * office, minutes(10)),
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
 * Refused SAML responses (threat C10) of one request (by the hash of its RelayState), client and company. A full counter
 * blocks no sign-in: a response signed with a key of the provider's is still verified.
 */
export const refusedAnswers = (request: string, client: string, companyId: string): Counter[] => [
  counter(`sso-refused:request:${request}`, 20, minutes(10)),
  counter(`sso-refused:client:${client}`, 60, minutes(10)),
  counter(`sso-refused:company:${companyId}`, 600, minutes(10)),
];

/**
 * Mails that tell an owner the sign-in method, after a try with a password. They share no account counter with other
 * mails, so that no other mail can exhaust it.
 */
export const methodMails = ({ id, email }: { id: string; email: string }, client: string): Counter[] => [
  counter(`mail:method:${id}`, 1, hours(1)),
  clientsMailboxes(email, client),
];
