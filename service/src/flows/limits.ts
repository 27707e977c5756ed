/** How often a client, an account or an address may try (docs/security.md A1, A3, A8). The counters are the store's. */
import { days, hours, minutes, seconds } from '@app/contract/durations.ts';

import type { Counter } from '#store/throttles.ts';

const counter = (key: string, limit: number, window: number, block: number | null = null): Counter => ({
  key,
  limit,
  window,
  block,
});

/**
 * Wrong passwords (A1 to A3). `email` is the address typed: one without an account is counted just alike. A device
 * that the account knows is counted apart from everybody else, so its owner cannot be locked out by strangers; the
 * two ceilings of an account together stay below 100 a day (NIST SP 800-63B-4).
 */
export const wrongPasswords = (email: string, client: string, knownDevice: string | undefined): Counter[] =>
  knownDevice === undefined
    ? [
        counter(`login:account-client:${email}:${client}`, 5, minutes(15), minutes(15)),
        counter(`login:account:${email}`, 50, hours(24)),
        counter(`login:client:${client}`, 50, hours(24), minutes(15)),
      ]
    : [
        counter(`login:account-device:${email}:${knownDevice}`, 5, minutes(15), minutes(15)),
        counter(`login:account-devices:${email}`, 40, hours(24)),
      ];

/**
 * Those of them that a new password by a mailed link forgets: the tries on this account. A client's tries on others
 * stay counted, or a reset of one's own account would lift the ban on guessing everybody else's (A3).
 */
export const wrongPasswordsOf = (email: string, client: string): Counter[] =>
  wrongPasswords(email, client, undefined).slice(0, 2);

/** Wrong codes of a client, over all challenges (A6). */
export const wrongCodes = (client: string): Counter[] => [counter(`code:client:${client}`, 30, hours(1))];

/** Challenges of an account (A6): each is a mail, and five guesses. */
export const challenges = (accountId: string): Counter[] => [
  counter(`challenge:account:${accountId}`, 10, hours(1)),
];

/**
 * Mails that a stranger can have sent (A8), over all their kinds, by the address typed, whether it has an account or
 * not. The first code of a sign-in is none of them: it takes the right password.
 */
const strangersMails = (email: string, client: string): Counter[] => [
  counter(`mails:email:${email}`, 5, minutes(15)),
  counter(`mails:client:${client}`, 100, days(1)),
];

/** Resends (A8), all by the address typed. */
export const resends = (email: string, client: string): Counter[] => [
  counter(`resend:email-client:${email}:${client}`, 5, minutes(10)),
  counter(`resend:email-day:${email}`, 15, days(1)),
  ...strangersMails(email, client),
];

/** Forgotten passwords, all by the address typed. */
export const recoveries = (email: string, client: string): Counter[] => [
  counter(`recover:email-client:${email}:${client}`, 5, minutes(10)),
  counter(`recover:email-day:${email}`, 15, days(1)),
  ...strangersMails(email, client),
];

/** Signups, alike for every address. */
export const signUps = (email: string, client: string): Counter[] => [
  counter(`signup:client:${client}`, 10, minutes(10)),
  ...strangersMails(email, client),
];

/** New passwords by the link of a mail: resets. */
export const resets = (client: string): Counter[] => [counter(`reset:client:${client}`, 10, minutes(10))];

/** Accepted invitations and confirmed signups. */
export const acceptances = (client: string): Counter[] => [
  counter(`accept:client:${client}`, 10, minutes(10)),
];

/** Questions about a link, which change nothing. */
export const linkChecks = (client: string): Counter[] => [
  counter(`link-check:client:${client}`, 30, minutes(10)),
];

/** Pages of email-address changes, opened and confirmed. */
export const emailChangeVisits = (client: string): Counter[] => [
  counter(`email-change:client:${client}`, 30, minutes(10)),
];

/** Refreshes of one session. */
export const refreshes = (familyId: string): Counter[] => [counter(`refresh:${familyId}`, 60, seconds(60))];

/** Sign-ins with a token of Google's. */
export const googleSignIns = (client: string): Counter[] => [
  counter(`google:client:${client}`, 30, minutes(10)),
];

/** Questions whether a domain signs in by single sign-on: about one for each sign-in of an office behind one address. */
export const ssoDomainChecks = (client: string): Counter[] => [
  counter(`sso-domain:client:${client}`, 60, minutes(10)),
];

/** Starts of a single sign-on: the question where, and the way there. */
export const ssoStarts = (client: string): Counter[] => [counter(`sso:client:${client}`, 30, minutes(10))];
export const ssoLogins = (client: string): Counter[] => [
  counter(`sso-login:client:${client}`, 30, minutes(10)),
];

/**
 * Refused answers of identity providers (C10), for one request (by the hash of its RelayState), client and company. A full
 * counter ends no sign-in: an answer by a key of the provider's is looked at as before.
 */
export const refusedAnswers = (request: string, client: string, companyId: string): Counter[] => [
  counter(`sso-refused:request:${request}`, 20, minutes(10)),
  counter(`sso-refused:client:${client}`, 60, minutes(10)),
  counter(`sso-refused:company:${companyId}`, 600, minutes(10)),
];

/** Mails that tell an account's owner which method to use, after a sign-in with a password. */
export const methodMails = ({ id, email }: { id: string; email: string }, client: string): Counter[] => [
  counter(`mail:method:${id}`, 1, hours(1)),
  ...strangersMails(email, client),
];
