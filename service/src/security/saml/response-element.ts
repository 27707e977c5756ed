/** Checks the Response element around an assertion: that it answers this request, for this service, and its status. */
import type { SamlCheck } from '@app/contract/dashboard/saml-test.ts';

import { SamlRefusal, invalid } from './xml/refusal.ts';
import { checkIssueInstant } from './xml/times.ts';
import { attributeOf, childAtMost, childrenOf, is, onlyChild, textOf } from './xml/xml.ts';

/**
 * How the checks of a SAML answer are run. A sign-in runs them strictly: the first refusal ends it. A test sign-in
 * reports instead: it records the refusal and continues, so that the admin reads every verdict.
 */
export interface Checks {
  /** A check that what follows does not depend on. */
  judge(check: SamlCheck, work: () => void): void;
  /** Reads what the checks after it need: its refusal ends a report too. */
  read<Value>(check: SamlCheck, work: () => Value): Value;
}

/** Lets every refusal through. */
export const strictChecks: Checks = {
  judge: (_check, work) => work(),
  read: (_check, work) => work(),
};

export interface Expected {
  readonly entityId: string;
  readonly requestId: string;
  readonly acsUrl: string;
  readonly spEntityId: string;
  /** The attribute that contains the email; undefined: the NameID does. */
  readonly emailAttribute: string | undefined;
  /** The oldest sign-in at the provider, in milliseconds; undefined: only the provider decides. */
  readonly maxSignInAge: number | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** The provider refuses: the person cancelled or may not use this application. */
const denied = [
  'urn:oasis:names:tc:SAML:2.0:status:RequestDenied',
  'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed',
];
const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/**
 * Refuses what is not an answer to our request, or an answer that says no. Looks at nothing that is signed or not: for
 * that see `checkEnvelope`. A refusal may therefore be a stranger's doing, and must not consume the request.
 */
export function checkStatus(root: Element, expected: Expected, checks: Checks = strictChecks): void {
  checks.read('readable', () => {
    if (!is(root, 'protocol', 'Response')) throw invalid('no Response', { received: root.localName });
    if (attributeOf(root, 'Version') !== '2.0') throw invalid('another version');
  });
  checks.judge('request', () => {
    const received = attributeOf(root, 'InResponseTo');
    if (received !== expected.requestId)
      throw invalid('an answer to another request', { expected: expected.requestId, received });
  });
  checks.judge('status', () => checkStatusCode(root));
}

function checkStatusCode(root: Element): void {
  const code = onlyChild(onlyChild(root, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const status = attributeOf(code, 'Value') ?? '';
  if (status === success) return;
  const inner = childrenOf(code, 'protocol', 'StatusCode').map(
    (element) => attributeOf(element, 'Value') ?? '',
  );
  const difference = { expected: success, received: [status, ...inner].join(' ') };
  if ([status, ...inner].some((value) => denied.includes(value))) {
    throw new SamlRefusal('sso-denied', 'the provider refused', difference);
  }
  throw invalid('the provider failed', difference);
}

/**
 * Checks the rest of the Response. A signed one must name its destination and issuer (SAML Profiles §4.1.4.2;
 * SAML Bindings §3.5.5.2). In an unsigned one they are optional; the assertion's own Recipient and Issuer are always
 * checked.
 */
export function checkEnvelope(
  root: Element,
  expected: Expected,
  { signed, encrypted }: { signed: boolean; encrypted: boolean },
  checks: Checks = strictChecks,
): void {
  checks.judge('destination', () => {
    const received = attributeOf(root, 'Destination');
    if (received === undefined ? signed : received !== expected.acsUrl)
      throw invalid('another Destination', { expected: expected.acsUrl, received });
  });
  checks.judge('issuer', () => {
    const issuer = childAtMost(root, 'assertion', 'Issuer');
    if (issuer !== undefined) checkIssuer(issuer, expected.entityId);
    else if (signed || encrypted) throw invalid('no Issuer', { expected: expected.entityId });
  });
  checks.judge('time', () => void checkIssueInstant(root, expected.now));
}

/** Refuses another issuer. */
export function checkIssuer(issuer: Element, entityId: string): void {
  const format = attributeOf(issuer, 'Format');
  if (format !== undefined && format !== entityFormat)
    throw invalid('an Issuer of another format', { expected: entityFormat, received: format });
  const received = textOf(issuer);
  if (received !== entityId) throw invalid('another Issuer', { expected: entityId, received });
}
