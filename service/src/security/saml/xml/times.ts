/** Compares the times of a SAML message with our clock, with `limits.clockSkew` to either side (threat C6). */
import { hours, minutes } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';

import { expired, invalid } from './refusal.ts';
import { attributeOf } from './xml.ts';

/** The oldest response that is accepted: a response is issued for this sign-in. */
const maxAge = minutes(5);
/** The longest time between the sign-in at the provider and its response. */
const maxSignInAge = hours(24);
/** A longer validity is a wrong setting of the provider. */
const maxLifetime = hours(24);

// SAML times are UTC, written with Z (SAML Core §1.3.3).
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** A time attribute in ms since the epoch, or undefined. */
export function timeOf(element: Element, attribute: string): number | undefined {
  const text = attributeOf(element, attribute);
  if (text === undefined) return undefined;
  const time = utc.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid(`${attribute} is not a time`);
  return time;
}

/** A required time attribute. */
export function timeIn(element: Element, attribute: string): number {
  const time = timeOf(element, attribute);
  if (time === undefined) throw invalid(`no ${attribute}`);
  return time;
}

/** Refuses from `time` on, inclusive, as the name of the attribute says. */
export function checkNotOnOrAfter(time: number, now: number): void {
  if (now - limits.clockSkew >= time) throw expired('NotOnOrAfter has passed');
}

/** Refuses before `time`. */
export function checkNotBefore(time: number, now: number): void {
  if (now + limits.clockSkew < time) throw expired('NotBefore is to come');
}

/**
 * Returns when the message was issued and until when it is accepted (without skew). Refuses one that is issued further
 * ahead of our clock than it may be old: NotBefore decides how early a message is accepted.
 */
export function checkIssueInstant(element: Element, now: number): { issued: number; usableUntil: number } {
  const issued = timeIn(element, 'IssueInstant');
  if (now - limits.clockSkew >= issued + maxAge) throw expired('issued too long ago');
  if (issued > now + maxAge) throw expired('issued in the future');
  return { issued, usableUntil: issued + maxAge };
}

/** Refuses a sign-in at the provider that is too old or has ended. */
export function checkSignIn(statement: Element, now: number): void {
  const signedIn = timeIn(statement, 'AuthnInstant');
  if (now - limits.clockSkew >= signedIn + maxSignInAge) throw expired('signed in too long ago');
  if (signedIn > now + maxAge) throw expired('signed in in the future');
  const end = timeOf(statement, 'SessionNotOnOrAfter');
  if (end !== undefined) checkNotOnOrAfter(end, now);
}

/** Refuses an assertion with an excessive validity period. */
export function checkLifetime(issued: number, notOnOrAfter: number): void {
  if (notOnOrAfter - issued > maxLifetime) throw invalid('good for too long');
}
