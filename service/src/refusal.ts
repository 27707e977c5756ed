/** The one error that the service throws on purpose: a way of saying no that the contract knows. */
import type { EventReason } from '@app/contract/dashboard/event-reasons.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { refusals, type ChallengeTimes, type RefusalName } from '@app/contract/calls/refusals.ts';

/** What a flow knows of a refused attempt beyond its call. */
export interface RefusedAttempt {
  readonly reason: EventReason;
  /** The reason more exactly, in our own words. */
  readonly detail?: string;
  readonly accountId?: string;
  /** Where it is not that of the call. */
  readonly method?: Strategy;
  /** The address that a verified provider named, where the call has none. */
  readonly email?: string;
}

export interface RefusalDetails {
  /** Replaces the contract's message, e.g. to name the sign-in method (contract: `strategyMessages`). */
  message?: string;
  /** Field name to problems, with 422. */
  fields?: Record<string, string[]>;
  /** Seconds until another try makes sense; written as `Retry-After`. Every 429 and 503 has one. */
  retryAfter?: number;
  /** Only for the log: why, in our own words, without anything that a person typed. */
  reason?: string;
  /** The id of the first call, whose refusal is answered again: its support code is the one that finds it. */
  repeatOf?: string;
  /** The challenge's times, where it is still alive. */
  challenge?: ChallengeTimes;
  /** With `changedMeanwhile`: what the call would have changed, as it is now. */
  present?: unknown;
}

/** What a refusal carries past its answer. */
interface ForLog {
  attempt?: RefusedAttempt;
}

export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly details: RefusalDetails;
  /** Only for the sign-in log: the true reason and whom it concerns. It is in no answer. */
  readonly attempt: RefusedAttempt | undefined;

  constructor(refusal: RefusalName, { attempt, ...details }: RefusalDetails & ForLog = {}) {
    super(details.message ?? refusals[refusal].message);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.details = details;
    this.attempt = attempt;
  }
}

/** The details of a refusal whose true reason is only for the sign-in log. */
export const because = (reason: EventReason, known: Omit<RefusedAttempt, 'reason'> = {}): ForLog => ({
  attempt: { reason, ...known },
});
