/** How often a client, an account or an address may try (docs/security.md, limits). The counters are the store's. */
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

/** Wrong codes of a client, over all challenges (A6). */
export const wrongCodes = (client: string): Counter[] => [counter(`code:client:${client}`, 30, hours(1))];

/** Challenges of an account (A6): each is a mail, and five guesses. */
export const challenges = (accountId: string): Counter[] => [
  counter(`challenge:account:${accountId}`, 10, hours(1)),
];

/** Resends (A8), all by the address typed. The last one bounds mails over several challenges. */
export const resends = (email: string, client: string): Counter[] => [
  counter(`resend:email-client:${email}:${client}`, 5, minutes(10)),
  counter(`resend:email-day:${email}`, 15, days(1)),
  counter(`resend:email:${email}`, 5, minutes(15)),
];

/** Refreshes of one session. */
export const refreshes = (familyId: string): Counter[] => [counter(`refresh:${familyId}`, 60, seconds(60))];

/** Mails that tell an account's owner which method to use. */
export const methodMails = (accountId: string): Counter[] => [
  counter(`mail:method:${accountId}`, 1, hours(1)),
];
