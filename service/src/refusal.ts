/** The one error that the service throws on purpose: a way of saying no that the contract knows. */
import { refusals, type ChallengeTimes, type RefusalName } from '@app/contract/calls/refusals.ts';

export interface RefusalDetails {
  /** Replaces the contract's message, e.g. to name the sign-in method (contract: `strategyMessages`). */
  message?: string;
  /** Field name to problems, with 422. */
  fields?: Record<string, string[]>;
  /** Seconds until another try makes sense; written as `Retry-After`. Every 429 and 503 has one. */
  retryAfter?: number;
  /** For the log alone: why, in our own words, without anything that a person typed. */
  reason?: string;
  /** The challenge's times, where it is still alive. */
  challenge?: ChallengeTimes;
  /** With `changedMeanwhile`: what the call would have changed, as it is now. */
  present?: unknown;
}

export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly details: RefusalDetails;

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    super(details.message ?? refusals[refusal].message);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.details = details;
  }
}
