/**
 * How often a client, an account or an address may try (threats A1, A3, A6, A8). The counters are the store's.
 *
 * A network address is often an office: `office` people who begin to work at nine. What is counted per client leaves
 * room for all of them, and where tries can be wrong it counts the distinct accounts that were tried wrongly, so that
 * one bad neighbour costs the colleagues nothing (docs/decisions/account-lockout.md).
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

/** A ceiling that strangers can reach: a mailed link is the way in (`device-link.ts`). */
const byLink = { refusal: 'unknownDevice' } as const;

/** The mailbox of an address, by which mails are counted: tags after a plus sign lead to the same one. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+', 1);
  // An address that begins with the sign has no other name.
  return name === '' ? email.toLowerCase() : `${name}${email.slice(at)}`.toLowerCase();
}

/**
 * Wrong passwords (threats A1 to A3). `email` is the address typed: one without an account is counted just alike. A
 * device that the account knows is counted apart from all others, so strangers cannot lock its owner out. The windows
 * are fixed, so two of them can meet: 50 make at most 100 guesses from unknown devices in any 24 hours.
 */
export const wrongPasswords = (email: string, client: string, knownDevice: string | undefined): Counter[] =>
  knownDevice === undefined
    ? [...wrongPasswordsOnAccount(email, client), wrongAccounts(email, client)]
    : [
        counter(`login:account-device:${email}:${knownDevice}`, 5, minutes(15), { block: minutes(15) }),
        counter(`login:account-devices:${email}`, 40, hours(24)),
      ];

/** Those of them that are about one account: a new password by a mailed link forgets them. */
export const wrongPasswordsOnAccount = (email: string, client: string): Counter[] => [
  counter(`login:account-client:${email}:${client}`, 5, minutes(15), { block: minutes(15) }),
  counter(`login:account:${email}`, 50, hours(24), byLink),
];

/** The accounts that a client has tried wrongly and not signed in to since (threat A3). */
export const wrongAccounts = (email: string, client: string): Counter =>
  counter(`login:client:${client}`, 50, hours(24), { member: email, ...byLink });

/** The accounts of which a client has entered wrong codes, over all challenges (threat A6). */
export const wrongCodes = (email: string, client: string): Counter[] => [
  counter(`code:client:${client}`, 50, hours(1), { member: email }),
];

/**
 * Wrong codes of an account that are compared, over all challenges (threat A6; NIST SP 800-63B-4 §3.2.2 for the
 * second).
 */
export const codeCeilings = {
  /** In any hour. */
  inHour: 10,
  /** Since the last right one; then the password must be renewed. */
  inARow: 100,
} as const;

/** The mail that tells the owner of wrong codes. */
export const wrongCodesMails = (accountId: string): Counter[] => [
  counter(`mail:codes:${accountId}`, 1, days(1)),
];

/**
 * Challenges of an account (threats A6, A8): each takes the right password, and is a mail. A device that the account
 * knows has a lane of its own. Whoever has stolen the password can have 30 codes an hour and 60 a day mailed.
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
 * Mails that a stranger can have sent (threat A8), over all their kinds, by the mailbox of the address typed, whether
 * it has an account or not. The first code of a sign-in is none of them: it takes the right password.
 */
const strangersMails = (email: string): Counter =>
  counter(`mails:mailbox:${mailboxOf(email)}`, 5, minutes(15));

/** The mailboxes that a client has had mails sent to: everybody of an office once a day. */
const clientsMailboxes = (email: string, client: string): Counter =>
  counter(`mails:client:${client}`, office, days(1), { member: mailboxOf(email) });

/** Resends (threat A8), all by the address typed. */
export const resends = (email: string, client: string): Counter[] => [
  counter(`resend:mailbox-client:${mailboxOf(email)}:${client}`, 5, minutes(10)),
  counter(`resend:mailbox-day:${mailboxOf(email)}`, 15, days(1)),
  strangersMails(email),
  clientsMailboxes(email, client),
];

/** Forgotten passwords: the calls of a client. Only these are refused. */
export const recoveries = (email: string, client: string): Counter[] => [clientsMailboxes(email, client)];

/** The mails of forgotten passwords, by the address typed. Above these the answer is the same and no mail goes out. */
export const recoveryMails = (email: string, client: string): Counter[] => [
  counter(`recover:mailbox-client:${mailboxOf(email)}:${client}`, 5, minutes(10)),
  counter(`recover:mailbox-day:${mailboxOf(email)}`, 15, days(1)),
  strangersMails(email),
];

/**
 * The mails beyond those, for an account without a good link: so that strangers who have used up the mails of a mailbox
 * keep no owner from a link. By the address, not by the mailbox, which others can have mails sent to.
 */
export const lastRecoveryMails = (email: string): Counter[] => [
  counter(`recover:last:${email}`, 1, minutes(15)),
];

/** Mails that ask an account's owner to confirm a Google account. Above these the answer is the same and no mail goes out. */
export const identityMails = ({ id, email }: { id: string; email: string }, client: string): Counter[] => [
  counter(`mail:identity:${id}`, 3, hours(1)),
  counter(`mail:identity-day:${id}`, 10, days(1)),
  clientsMailboxes(email, client),
];
/** Links that make a device known: the calls of a client. */
export const deviceLinks = (email: string, client: string): Counter[] => [clientsMailboxes(email, client)];

/** Their mails, by the very address: no other mail and no other address of the mailbox keeps an owner from one. */
export const deviceLinkMails = (email: string): Counter[] => [counter(`device-link:${email}`, 1, hours(1))];

/** Signups, alike for every address. */
export const signUps = (email: string, client: string): Counter[] => [
  counter(`signup:client:${client}`, 30, minutes(10)),
  strangersMails(email),
  clientsMailboxes(email, client),
];

/** New passwords by the link of a mail: resets. */
export const resets = (client: string): Counter[] => [counter(`reset:client:${client}`, office, minutes(10))];

/** Accepted invitations, confirmed signups and confirmed devices. */
export const acceptances = (client: string): Counter[] => [
  counter(`accept:client:${client}`, office, minutes(10)),
];

/** Questions about a link, which change nothing: one as its page is opened, one as it is looked at again. */
export const linkChecks = (client: string): Counter[] => [
  counter(`link-check:client:${client}`, 2 * office, minutes(10)),
];

/** Pages of email-address changes, opened and confirmed. */
export const emailChangeVisits = (client: string): Counter[] => [
  counter(`email-change:client:${client}`, 2 * office, minutes(10)),
];

/** Refreshes of one session. */
export const refreshes = (familyId: string): Counter[] => [counter(`refresh:${familyId}`, 60, seconds(60))];

/** Sign-ins with a token of Google's: each person of an office once, and once more. */
export const googleSignIns = (client: string): Counter[] => [
  counter(`google:client:${client}`, 2 * office, minutes(10)),
];

/** Questions whether a domain signs in by single sign-on: about one for each sign-in of an office. */
export const ssoDomainChecks = (client: string): Counter[] => [
  counter(`sso-domain:client:${client}`, 4 * office, minutes(10)),
];

/** Starts of a single sign-on: the question where, and the way there. */
export const ssoStarts = (client: string): Counter[] => [
  counter(`sso:client:${client}`, 2 * office, minutes(10)),
];
export const ssoLogins = (client: string): Counter[] => [
  counter(`sso-login:client:${client}`, 2 * office, minutes(10)),
];

/**
 * Refused answers of identity providers (threat C10), for one request (by the hash of its RelayState), client and
 * company. A full counter ends no sign-in: an answer by a key of the provider's is looked at as before.
 */
export const refusedAnswers = (request: string, client: string, companyId: string): Counter[] => [
  counter(`sso-refused:request:${request}`, 20, minutes(10)),
  counter(`sso-refused:client:${client}`, 60, minutes(10)),
  counter(`sso-refused:company:${companyId}`, 600, minutes(10)),
];

/**
 * Mails that tell an account's owner which method to use, after a sign-in with a password. They share no counter with
 * other mails, so that none of those keeps the owner from it.
 */
export const methodMails = ({ id, email }: { id: string; email: string }, client: string): Counter[] => [
  counter(`mail:method:${id}`, 1, hours(1)),
  clientsMailboxes(email, client),
];
