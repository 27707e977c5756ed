/** The times of a SAML answer against our clock, each with `limits.clockSkew` to either side (threat C6). */
import { hours, minutes } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';

import { expired, invalid } from './refusal.ts';
import { attributeOf } from './xml.ts';

/** An answer is made for this sign-in: one that was issued longer ago than this is not. */
const maxAge = minutes(5);
/** How long before the answer somebody may have signed in at the provider. */
const maxSignInAge = hours(24);
/** No provider makes an answer that is good for longer; a longer one is a wrong setting. */
const maxLifetime = hours(24);

// SAML has UTC alone, written with Z (SAML Core §1.3.3).
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** An attribute as ms since the epoch; undefined if it is not there. */
export function timeOf(element: Element, attribute: string): number | undefined {
  const text = attributeOf(element, attribute);
  if (text === undefined) return undefined;
  const time = utc.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid(`${attribute} is not a time`);
  return time;
}

/** The same, of an attribute that must be there. */
export function timeIn(element: Element, attribute: string): number {
  const time = timeOf(element, attribute);
  if (time === undefined) throw invalid(`no ${attribute}`);
  return time;
}

/** Refuses once `time` has come: at that very moment too, as its name says. */
export function checkNotOnOrAfter(time: number, now: number): void {
  if (now - limits.clockSkew >= time) throw expired('NotOnOrAfter has passed');
}

/** Refuses until `time` has come. */
export function checkNotBefore(time: number, now: number): void {
  if (now + limits.clockSkew < time) throw expired('NotBefore is to come');
}

/**
 * When the message was issued, and until when it can be taken for that (skew not included). It may be issued ahead of
 * our clock by no more than it may be old: how early it can be taken is NotBefore's to say.
 */
export function checkIssueInstant(element: Element, now: number): { issued: number; usableUntil: number } {
  const issued = timeIn(element, 'IssueInstant');
  if (now - limits.clockSkew >= issued + maxAge) throw expired('issued too long ago');
  if (issued > now + maxAge) throw expired('issued in the future');
  return { issued, usableUntil: issued + maxAge };
}

/** Refuses a sign-in at the provider that is too old, or that has ended. */
export function checkSignIn(statement: Element, now: number): void {
  const signedIn = timeIn(statement, 'AuthnInstant');
  if (now - limits.clockSkew >= signedIn + maxSignInAge) throw expired('signed in too long ago');
  if (signedIn > now + maxAge) throw expired('signed in in the future');
  const end = timeOf(statement, 'SessionNotOnOrAfter');
  if (end !== undefined) checkNotOnOrAfter(end, now);
}

/** Refuses an assertion that says of itself that it is good for years. */
export function checkLifetime(issued: number, notOnOrAfter: number): void {
  if (notOnOrAfter - issued > maxLifetime) throw invalid('good for too long');
}
