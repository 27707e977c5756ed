/** Compares the times of a SAML message with our clock, with `limits.clockSkew` to either side (threat C6). */
import { hours, minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { type Difference, expired, invalid, oldSignIn } from './refusal.ts';
import { attributeOf } from './xml.ts';

/** The oldest response that is accepted: a response is issued for this sign-in. */
const maxAge = minutes(5);
/** A longer validity is a wrong setting of the provider. */
const maxLifetime = hours(24);

// SAML times are UTC, written with Z (SAML Core §1.3.3); an offset of zero says the same.
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]00:00)$/;

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
  if (now - limits.clockSkew >= time) throw expired('NotOnOrAfter has passed', differenceOf(time, now));
}

/** Refuses before `time`. */
export function checkNotBefore(time: number, now: number): void {
  if (now + limits.clockSkew < time) throw expired('NotBefore is to come', differenceOf(time, now));
}

/** Until when a message that was issued then is accepted, without skew. */
export const usableUntil = (issued: number): number => issued + maxAge;

/**
 * Refuses a message that was issued too long ago, or further ahead of our clock than it may be old: NotBefore decides
 * how early a message is accepted.
 */
export function checkIssued(issued: number, now: number): void {
  if (now - limits.clockSkew >= usableUntil(issued))
    throw expired('issued too long ago', differenceOf(issued, now));
  if (issued > now + maxAge) throw expired('issued in the future', differenceOf(issued, now));
}

/** Checks the IssueInstant of an element; returns it, and until when the message is accepted (without skew). */
export function checkIssueInstant(element: Element, now: number): { issued: number; usableUntil: number } {
  const issued = timeIn(element, 'IssueInstant');
  checkIssued(issued, now);
  return { issued, usableUntil: usableUntil(issued) };
}

/** Our time, and the message's. */
const differenceOf = (time: number, now: number): Difference => ({
  expected: new Date(now).toISOString(),
  received: new Date(time).toISOString(),
});

/**
 * Refuses a sign-in at the provider that is older than the company allows, or that has ended; returns when it was. Most
 * providers keep people signed in for days, so without the company's own limit any age is accepted.
 *
 * @param maxSignInAge in milliseconds; undefined: only the provider decides
 */
export function checkSignIn(statement: Element, now: number, maxSignInAge: number | undefined): number {
  const signedIn = timeIn(statement, 'AuthnInstant');
  if (maxSignInAge !== undefined && now - limits.clockSkew >= signedIn + maxSignInAge)
    throw oldSignIn('signed in too long ago', differenceOf(signedIn, now));
  if (signedIn > now + maxAge) throw expired('signed in in the future', differenceOf(signedIn, now));
  const end = timeOf(statement, 'SessionNotOnOrAfter');
  if (end !== undefined && now - limits.clockSkew >= end)
    throw oldSignIn('the session at the provider has ended', differenceOf(end, now));
  return signedIn;
}

/** Refuses an assertion with an excessive validity period. */
export function checkLifetime(issued: number, notOnOrAfter: number): void {
  if (notOnOrAfter - issued > maxLifetime) throw invalid('good for too long');
}
