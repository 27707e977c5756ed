/** The sign-in log and the audit log of a company, and the figures of its overview (requirements §5). */
import * as v from 'valibot';

import type { Endpoint } from '#calls/endpoint.ts';
import { parseSupportCode } from '#fields/typed-support-code.ts';
import { platforms, strategies, ways } from '#fields/vocabulary.ts';

import { companyPath, cursor, listOf, pageQuery, search, timeInQuery, uuid } from './dashboard-fields.ts';
import { eventReasons } from './event-reasons.ts';

/** What a line of the sign-in log is about. */
export const eventTypes = [
  'signIn',
  'signOut',
  'refreshReuse',
  'sessionsEnded',
  'passwordReset',
  'passwordChanged',
  'reauthenticated',
  'profileChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'deviceForgotten',
  'deviceLinkAsked',
  'deviceConfirmed',
  'signInDisowned',
  'authenticatorAdded',
  'authenticatorRemoved',
  'recoveryCodesMade',
  'factorsRemoved',
  'temporaryPassGiven',
  'newPasswordAsked',
  'invited',
  'invitationAccepted',
  'identityLinked',
  'signedUp',
  'emailChangeAsked',
  'emailChangeCancelled',
  'emailChanged',
  'methodChanged',
  'samlConfigured',
  'disabled',
  'enabled',
] as const;
export type EventType = (typeof eventTypes)[number];

/** `challenged`: the password was right, and the mailed code is asked for. */
export const eventOutcomes = ['success', 'challenged', 'refused'] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

export const signInEvent = v.object({
  id: uuid,
  /** Milliseconds since the epoch. */
  at: v.number(),
  type: v.picklist(eventTypes),
  outcome: v.picklist(eventOutcomes),
  /** The true reason of a refusal, which the person was not told. */
  reason: v.optional(v.picklist(eventReasons)),
  /** The same more exactly, in technical English and for those who mend it: which check of an answer failed. */
  detail: v.optional(v.string()),
  userId: v.optional(uuid),
  /** As it was typed, or the account's then. */
  email: v.optional(v.string()),
  /** The account's now. */
  name: v.optional(v.string()),
  method: v.optional(v.picklist(strategies)),
  /** What proved a sign-in beside the password. */
  way: v.optional(v.picklist(ways)),
  platform: v.picklist(platforms),
  /** The client's network: an IPv4 address, or the /64 of an IPv6 address. */
  client: v.string(),
  /** What the person saw with the error, to read it aloud. */
  supportCode: v.optional(v.string()),
});
export type SignInEvent = v.InferOutput<typeof signInEvent>;

export const auditEntry = v.object({
  id: uuid,
  at: v.number(),
  /**
   * Who did it: the admin's address as it was then, and the name as it is now; a person who is gone keeps the name
   * here. Missing where no admin of the company did it: the service lost the record of a domain, or another company
   * took a lost one over.
   */
  actor: v.optional(v.object({ id: uuid, email: v.string(), name: v.optional(v.string()) })),
  /** What was done, e.g. `userChanged`; the list is the service's and grows. */
  action: v.string(),
  /** What it was done to: an account's address, a domain. */
  target: v.optional(v.string()),
  /** The name of the account that it was done to, as it is now. */
  targetName: v.optional(v.string()),
  /** The values that changed, before and after. Never a secret. */
  before: v.optional(v.record(v.string(), v.unknown())),
  after: v.optional(v.record(v.string(), v.unknown())),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

/** A code as a person read it aloud. */
const supportCodeInQuery = v.optional(
  v.pipe(v.string(), v.maxLength(40, 'is_invalid'), v.transform(parseSupportCode), v.string('is_invalid')),
);

/** `total` counts this far; a log of years is not counted to its end for each page. */
export const eventsCounted = 10_000;

/** Days for which the overview shows that a session's key was used twice: a time range of the log, which it leads to. */
export const reuseShownDays = 7;

/** Whether there are more than `total`. */
const totalOfLog = { totalIsMore: v.optional(v.literal(true)) };

export const signInLogEndpoints = {
  /**
   * With `accept: text/csv` all pages as CSV. `total` is at most `eventsCounted`. The answer with `newerThan`, a
   * `liveCursor` of an earlier one, has the newest rows since then; it may repeat the last rows before, as some are
   * written a second late, so a list drops the ids that it has.
   */
  listEvents: {
    method: 'GET',
    path: `${companyPath}/events`,
    audience: 'admin',
    query: v.object({
      search,
      type: v.optional(v.picklist(eventTypes, 'is_invalid')),
      outcome: v.optional(v.picklist(eventOutcomes, 'is_invalid')),
      userId: v.optional(uuid),
      supportCode: supportCodeInQuery,
      from: timeInQuery,
      to: timeInQuery,
      newerThan: v.optional(cursor),
      ...pageQuery,
    }),
    csv: true,
    answer: v.object({ ...listOf(signInEvent).entries, ...totalOfLog, liveCursor: cursor }),
  },
  listAuditEntries: {
    method: 'GET',
    path: `${companyPath}/audit`,
    audience: 'admin',
    query: v.object({
      search,
      action: v.optional(v.pipe(v.string(), v.maxLength(40, 'is_invalid'))),
      actorId: v.optional(uuid),
      from: timeInQuery,
      to: timeInQuery,
      ...pageQuery,
    }),
    answer: v.object({ ...listOf(auditEntry).entries, ...totalOfLog }),
  },
  readOverview: {
    method: 'GET',
    path: `${companyPath}/overview`,
    audience: 'admin',
    query: v.object({
      days: v.optional(v.picklist(['7', '14', '30'], 'is_invalid'), '14'),
      /** The browser's time zone (IANA), in which the days begin. */
      timeZone: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'is_invalid')), 'UTC'),
    }),
    answer: v.object({
      /** The present day in the asked time zone, by the service's clock. */
      today: v.string(),
      /** How many days are counted, today included. */
      days: v.number(),
      /** Oldest first; a day and method without sign-ins has no line. */
      signIns: v.array(
        v.object({
          /** `YYYY-MM-DD` in the asked time zone. */
          day: v.string(),
          method: v.optional(v.picklist(strategies)),
          outcome: v.picklist(eventOutcomes),
          count: v.number(),
        }),
      ),
      accounts: v.object({ active: v.number(), unconfirmed: v.number(), disabled: v.number() }),
      invitationsWaiting: v.number(),
      invitationsExpired: v.number(),
      domainsLost: v.number(),
      /** Sessions that ended in the last `reuseShownDays` because their key was used twice: perhaps it was stolen. */
      refreshReuses: v.optional(v.number(), 0),
      /** The ends of the identity provider's certificates, soonest first, in milliseconds since the epoch. */
      certificateEnds: v.array(v.number()),
    }),
  },
} as const satisfies Record<string, Endpoint>;
