/**
 * Checks and reads a verified assertion by the SAML standard: the library checks the signature and little else
 * (threat C4). Only the signed XML is read here.
 */
import * as limits from '@app/contract/fields/limits.ts';
import * as v from 'valibot';

import { type Checks, strictChecks, checkIssuer, type Expected } from './response-element.ts';
import type { SamlName, SamlSession } from './logout-messages.ts';
import { invalid, SamlRefusal } from './xml/refusal.ts';
import {
  checkIssued,
  checkLifetime,
  checkNotBefore,
  checkNotOnOrAfter,
  checkSignIn,
  timeIn,
  timeOf,
  usableUntil,
} from './xml/times.ts';
import { attributeOf, childrenOf, elementsIn, identityIn, is, onlyChild, textOf } from './xml/xml.ts';
import { providerEmail, methodAttributes, provesTwoSteps } from '#security/provider-claims.ts';

/** The person who signed in at the provider. */
export interface SamlIdentity {
  /** Lower case. */
  readonly email: string;
  readonly assertionId: string;
  readonly issuer: string;
  /** The provider says that it has asked for more than one factor. */
  readonly twoSteps: boolean;
  /** When the provider asked the person, as it says; never in the future. Milliseconds since the epoch. */
  readonly authenticatedAt: number;
  /** Until when the assertion is accepted, skew included; ms since the epoch. For the replay store. */
  readonly usableUntil: number;
  /** What a LogoutRequest to the provider must contain. */
  readonly session: SamlSession;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
/** In characters (SAML Core §8.3.7). */
const longestName = 256;

/** Reads a verified Assertion element (SAML Core §2; SAML Profiles §4.1.4). Throws `SamlRefusal`. */
export function readAssertion(
  assertion: Element,
  expected: Expected,
  checks: Checks = strictChecks,
): SamlIdentity {
  const assertionId = checks.read('readable', () => idOf(assertion));
  checks.judge('issuer', () => checkIssuer(onlyChild(assertion, 'assertion', 'Issuer'), expected.entityId));
  const issued = checks.read('time', () => timeIn(assertion, 'IssueInstant'));
  checks.judge('time', () => checkIssued(issued, expected.now));

  const subject = checks.read('subject', () => onlyChild(assertion, 'assertion', 'Subject'));
  const confirmedUntil = checkConfirmation(subject, expected, checks);
  const conditionsUntil = checkConditions(assertion, issued, expected, checks);
  checks.judge('subject', () => requireStatements(assertion));
  let authenticatedAt = expected.now;
  checks.judge('time', () => {
    authenticatedAt = checkStatements(assertion, expected);
  });
  const name = checks.read('subject', () => nameIn(subject));
  const sessionIndex = sessionIndexIn(assertion);
  return {
    email: checks.read('email', () => readEmail(assertion, name, expected.emailAttribute)),
    session: { ...name, ...(sessionIndex !== undefined && { sessionIndex }) },
    assertionId,
    issuer: expected.entityId,
    authenticatedAt,
    twoSteps: provesTwoSteps(methodsIn(assertion)),
    usableUntil: Math.min(usableUntil(issued), confirmedUntil, conditionsUntil) + limits.clockSkew,
  };
}

function idOf(assertion: Element): string {
  if (!is(assertion, 'assertion', 'Assertion')) throw invalid('no Assertion');
  if (attributeOf(assertion, 'Version') !== '2.0') throw invalid('another version');
  const id = attributeOf(assertion, 'ID');
  if (id === undefined || id === '') throw invalid('no ID');
  return id;
}

/** Requires a bearer confirmation of our request at our address; there may be others (SAML Profiles §4.1.4.3). */
function checkConfirmation(subject: Element, expected: Expected, checks: Checks): number {
  const all = checks.read('recipient', () => confirmationsIn(subject));
  // If none holds, the one for our address has the fault that the admin can mend.
  const chosen =
    all.find((data) => holds(() => judgeConfirmation(data, expected, strictChecks))) ??
    all.find((data) => attributeOf(data, 'Recipient') === expected.acsUrl) ??
    all[0];
  return judgeConfirmation(chosen, expected, checks);
}

/** The data of each confirmation by bearer. */
function confirmationsIn(subject: Element): [Element, ...Element[]] {
  const confirmations = childrenOf(subject, 'assertion', 'SubjectConfirmation');
  if (confirmations.length === 0) throw invalid('no SubjectConfirmation');
  const byBearer = confirmations.filter((one) => attributeOf(one, 'Method') === bearer);
  if (byBearer.length === 0) throw invalid('a confirmation that is not by bearer');
  const [first, ...others] = byBearer
    .map((one) => childrenOf(one, 'assertion', 'SubjectConfirmationData'))
    .flatMap((data) => (data.length === 1 ? data : []));
  if (first === undefined) throw invalid('no SubjectConfirmationData');
  return [first, ...others];
}

/** Returns until when the confirmation is valid. */
function judgeConfirmation(data: Element, { requestId, acsUrl, now }: Expected, checks: Checks): number {
  checks.judge('recipient', () => {
    const received = attributeOf(data, 'Recipient');
    if (received !== acsUrl) throw invalid('another Recipient', { expected: acsUrl, received });
  });
  checks.judge('request', () => {
    const received = attributeOf(data, 'InResponseTo');
    if (received !== requestId)
      throw invalid('a confirmation of another request', { expected: requestId, received });
  });
  checks.judge('time', () => {
    if (attributeOf(data, 'NotBefore') !== undefined) throw invalid('a confirmation with NotBefore');
  });
  const end = checks.read('time', () => timeIn(data, 'NotOnOrAfter'));
  checks.judge('time', () => checkNotOnOrAfter(end, now));
  return end;
}

function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof SamlRefusal) return false;
    throw error;
  }
}

/** Requires that all conditions hold and none is unknown (SAML Core §2.5.1). */
function checkConditions(
  assertion: Element,
  issued: number,
  { spEntityId, now }: Expected,
  checks: Checks,
): number {
  const conditions = checks.read('audience', () => onlyChild(assertion, 'assertion', 'Conditions'));
  const end = checks.read('time', () => timeIn(conditions, 'NotOnOrAfter'));
  checks.judge('time', () => {
    checkNotOnOrAfter(end, now);
    checkLifetime(issued, end);
    // Without NotBefore it is valid from its issue.
    checkNotBefore(timeOf(conditions, 'NotBefore') ?? issued, now);
  });
  checks.judge('audience', () => checkAudience(conditions, spEntityId));
  return end;
}

/** How many confirmations a checked assertion has. */
export const confirmationsOf = (assertion: Element): number =>
  childrenOf(assertion, 'assertion', 'Subject').flatMap((subject) =>
    childrenOf(subject, 'assertion', 'SubjectConfirmation'),
  ).length;

/**
 * This service's name as the first restriction of a checked assertion spells it: the library compares it with the white
 * space around it.
 */
export function writtenAudience(assertion: Element, spEntityId: string): string {
  const [restriction] = childrenOf(assertion, 'assertion', 'Conditions').flatMap((conditions) =>
    childrenOf(conditions, 'assertion', 'AudienceRestriction'),
  );
  const audiences = restriction ? childrenOf(restriction, 'assertion', 'Audience') : [];
  return audiences.find((one) => textOf(one) === spEntityId)?.textContent ?? spEntityId;
}

/** Requires that each restriction names this service, and refuses conditions that it does not know. */
function checkAudience(conditions: Element, spEntityId: string): void {
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction');
  if (restrictions.length === 0) throw invalid('no AudienceRestriction', { expected: spEntityId });
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, 'assertion', 'Audience').map(textOf);
    if (!audiences.includes(spEntityId))
      throw invalid('another Audience', { expected: spEntityId, received: audiences.join(' ') });
  }
  // The service uses every assertion once (OneTimeUse) and is not a proxy (ProxyRestriction).
  const others = elementsIn(conditions).filter(
    (condition) =>
      !is(condition, 'assertion', 'AudienceRestriction') &&
      !is(condition, 'assertion', 'OneTimeUse') &&
      !is(condition, 'assertion', 'ProxyRestriction'),
  );
  if (others.length > 0) throw invalid('an unknown condition', { received: others[0]?.localName });
}

/** How the person was asked, as each sign-in's class and the attributes say. */
function methodsIn(assertion: Element): readonly string[] {
  const classes = childrenOf(assertion, 'assertion', 'AuthnStatement').map((statement) =>
    childrenOf(statement, 'assertion', 'AuthnContext')
      .flatMap((context) => childrenOf(context, 'assertion', 'AuthnContextClassRef'))
      .map(methodIn),
  );
  // Of several sign-ins each has to say so: any of them may be the one of this session.
  const said = classes.every(provesTwoSteps) ? classes.flat() : [];
  const attributes = methodAttributes
    .flatMap((name) => attributesOf(assertion, name))
    .flatMap((attribute) => childrenOf(attribute, 'assertion', 'AttributeValue'));
  return [...said, ...attributes.map(methodIn)];
}

/** A value that cannot be read proves no second step, and is no reason to refuse the sign-in. */
const methodIn = (value: Element): string => (holds(() => textOf(value)) ? textOf(value) : '');

function requireStatements(assertion: Element): void {
  if (childrenOf(assertion, 'assertion', 'AuthnStatement').length === 0) throw invalid('no AuthnStatement');
}

/** Requires a sign-in that has not ended, and is as recent as the company wants. */
function checkStatements(assertion: Element, { now, maxSignInAge }: Expected): number {
  const statements = childrenOf(assertion, 'assertion', 'AuthnStatement');
  const judge = (statement: Element) => checkSignIn(statement, now, maxSignInAge);
  const good = statements.filter((statement) => holds(() => judge(statement)));
  // Without a good one, the first has the fault.
  return Math.min(now, ...(good.length === 0 ? statements.slice(0, 1) : good).map(judge));
}

/**
 * The email, from the attribute or NameID that the company's admin configured. If a NameID with the email format is
 * another address, the assertion names two people and is refused; a login name there names nobody else.
 */
function readEmail(
  assertion: Element,
  { nameId, format }: SamlName,
  emailAttribute: string | undefined,
): string {
  if (emailAttribute === undefined) return emailOf(nameId);
  const email = attributeEmail(assertion, emailAttribute);
  const isAddress = format === emailFormat && nameId.includes('@');
  if (isAddress && readAddress(nameId) !== email)
    throw invalid('a NameID with another address', { expected: email, received: nameId });
  return email;
}

/** The only NameID in an element, with its qualifiers (SAML Core §2.2.3). */
export function nameIn(parent: Element): SamlName {
  const element = onlyChild(parent, 'assertion', 'NameID');
  const nameId = identityIn(element);
  const [format, nameQualifier, spNameQualifier] = ['Format', 'NameQualifier', 'SPNameQualifier'].map(
    (name) => attributeOf(element, name),
  );
  if ([nameId, format, nameQualifier, spNameQualifier].some((value = '') => value.length > longestName))
    throw invalid('a NameID that is too long');
  return {
    nameId,
    ...(format !== undefined && { format }),
    ...(nameQualifier !== undefined && { nameQualifier }),
    ...(spNameQualifier !== undefined && { spNameQualifier }),
  };
}

function sessionIndexIn(assertion: Element): string | undefined {
  const [index] = childrenOf(assertion, 'assertion', 'AuthnStatement').flatMap(
    (statement) => attributeOf(statement, 'SessionIndex') ?? [],
  );
  return index === undefined || index === '' || index.length > longestName ? undefined : index;
}

const attributesOf = (assertion: Element, name: string): Element[] =>
  childrenOf(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'assertion', 'Attribute'))
    .filter((one) => attributeOf(one, 'Name') === name || attributeOf(one, 'FriendlyName') === name);

/** The email in the attribute with that Name or FriendlyName. Several values, or attributes, must be the same address. */
function attributeEmail(assertion: Element, name: string): string {
  const found = attributesOf(assertion, name);
  if (found.length === 0) throw invalid('no attribute with the email', { expected: name });
  const values = found.flatMap((attribute) => childrenOf(attribute, 'assertion', 'AttributeValue'));
  const [email, another] = new Set(values.map((value) => emailOf(identityIn(value))));
  if (email === undefined) throw invalid('no AttributeValue');
  if (another !== undefined) throw invalid('two values of the email', { received: `${email} ${another}` });
  return email;
}

function emailOf(text: string): string {
  const email = readAddress(text);
  if (email === undefined) throw invalid('no email address', { received: text });
  return email;
}

/** In lower case; undefined if it is not an email address. */
function readAddress(text: string): string | undefined {
  const read = v.safeParse(providerEmail, text);
  return read.success ? read.output : undefined;
}
