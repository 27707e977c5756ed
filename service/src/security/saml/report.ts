/**
 * Reports on a SAML answer for the admin who tests the company's provider: the verdict of every check, also of those
 * after the first that failed. It accepts nothing: whether the answer would do is decided by `verifySamlResponse`, as in
 * a sign-in, and a refusal that no single check has seen is reported too.
 */
import {
  type SamlCheck,
  samlChecks,
  type SamlReason,
  type SamlTest,
} from '@app/contract/dashboard/saml-test.ts';
import { revealedText } from '@app/contract/fields/shown-name.ts';

import { readAssertion } from './assertion.ts';
import { validCertificates } from './certificates.ts';
import { type Checks, checkEnvelope, checkStatus } from './response-element.ts';
import { toldOf } from './refusal-words.ts';
import {
  answerText,
  type ExpectedSamlResponse,
  expectedFacts,
  openAssertion,
  verifySamlResponse,
} from './response.ts';
import { invalid, SamlRefusal } from './xml/refusal.ts';
import { checkSigned } from './xml/signature.ts';
import { checkStructure } from './xml/structure.ts';
import { attributeOf, childrenOf, parseXml } from './xml/xml.ts';

export type SamlVerdict = SamlTest['checks'][number];

export interface SamlReport {
  /** In the order of `samlChecks`. Those about domain and account are not made here. */
  readonly checks: readonly SamlVerdict[];
  /** Whether the answer would do. */
  readonly accepted: boolean;
  /** The address that the answer names, also of one that would not do. */
  readonly email: string | undefined;
  readonly nameId: string | undefined;
  readonly attributes: SamlTest['attributes'];
  /** How far the provider's clock is ahead, in milliseconds. */
  readonly clockDifference: number | undefined;
  /** The received XML, if it is text. */
  readonly answer: string | undefined;
}

/** What is shown of a provider's attributes. */
const most = { attributes: 100, values: 20, length: 1000 };

/** Never throws for anything that was posted. */
export async function reportSamlResponse(
  posted: string,
  expected: ExpectedSamlResponse,
): Promise<SamlReport> {
  const verdicts = createVerdicts();
  const seen: Seen = {};
  try {
    examine(posted, expected, verdicts, seen);
  } catch (error) {
    if (!(error instanceof SamlRefusal)) verdicts.fail('readable', { reason: 'notXml' });
  }
  const real = await verifySamlResponse(posted, expected);
  if (!real.ok && !verdicts.anyFailed()) verdicts.fail('signature', toldOf(real.reason));
  return {
    checks: verdicts.list(),
    accepted: real.ok,
    email: real.ok ? real.identity.email : seen.email,
    nameId: seen.nameId,
    attributes: seen.attributes ?? [],
    clockDifference: seen.issued === undefined ? undefined : seen.issued - expected.now,
    answer: seen.answer,
  };
}

/** What was read on the way, of a signed answer or not. */
interface Seen {
  answer?: string;
  issued?: number;
  nameId?: string;
  email?: string;
  attributes?: SamlTest['attributes'];
}

/** The steps of `verifySamlResponse`, each judged separately. Throws where nothing more can be read. */
function examine(posted: string, expected: ExpectedSamlResponse, verdicts: Verdicts, seen: Seen): void {
  const { checks } = verdicts;
  const facts = expectedFacts(expected);
  const text = checks.read('readable', () => answerText(posted));
  seen.answer = text;
  const root = checks.read('readable', () => parseXml(text));
  const issued = Date.parse(attributeOf(root, 'IssueInstant') ?? '');
  if (!Number.isNaN(issued)) seen.issued = issued;
  checkStatus(root, facts, checks);
  const assertions = ['Assertion', 'EncryptedAssertion'].flatMap((name) =>
    childrenOf(root, 'assertion', name),
  );
  // A provider that refuses the login sends none, so nothing more can be judged.
  if (verdicts.anyFailed() && assertions.length === 0) return;
  const shape = checks.read('signature', () => checkStructure(root));
  checkEnvelope(root, facts, { signed: shape.rootSigned, encrypted: shape.encrypted }, checks);
  const opened = shape.encrypted
    ? checks.read('signature', () => openAssertion(shape.assertion, expected, shape.rootSigned).root)
    : shape.assertion;
  showWhatItSays(opened, seen);
  checks.judge('signature', () => {
    const certificates = validCertificates(expected.configuration.certificates, expected.now);
    if (certificates.length === 0) throw invalid('no certificate of the provider that can be used');
    if (shape.rootSigned) checkSigned(root, certificates);
    checkSigned(opened, certificates);
    checks.judge('certificate', () => {});
  });
  seen.email = readAssertion(opened, facts, checks).email;
}

function showWhatItSays(assertion: Element, seen: Seen): void {
  const [subject] = childrenOf(assertion, 'assertion', 'Subject');
  const [name] = subject ? childrenOf(subject, 'assertion', 'NameID') : [];
  if (name) seen.nameId = shown(name);
  seen.attributes = childrenOf(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'assertion', 'Attribute'))
    .slice(0, most.attributes)
    .map((attribute) => ({
      name: legible(attributeOf(attribute, 'Name') ?? ''),
      values: childrenOf(attribute, 'assertion', 'AttributeValue').slice(0, most.values).map(shown),
    }));
}

const shown = (element: Element): string => legible(element.textContent ?? '');

/** A provider's text as an admin reads it: no character of it changes the page's direction or is invisible. */
const legible = (text: string): string => revealedText(text.slice(0, most.length));

type Verdicts = ReturnType<typeof createVerdicts>;

function createVerdicts() {
  const passed = new Set<SamlCheck>();
  const broken = new Set<SamlCheck>();
  const failed = new Map<SamlCheck, Omit<SamlVerdict, 'check' | 'verdict'>>();
  let endedAt: number | undefined;

  function fail(
    check: SamlCheck,
    why: Omit<SamlVerdict, 'check' | 'verdict'> & { reason: SamlReason },
  ): void {
    if (!failed.has(check)) failed.set(check, why);
  }
  function record(check: SamlCheck, error: unknown): SamlCheck {
    if (!(error instanceof SamlRefusal)) throw error;
    const { reason, check: other = check } = toldOf(error.message);
    const { expected, received } = error.difference;
    // Without InResponseTo it answers no request at all: the sign-in began at the provider.
    const told = reason === 'otherRequest' && received === undefined ? 'unsolicited' : reason;
    broken.add(check);
    fail(other, {
      reason: told,
      ...(expected !== undefined && { expected: legible(expected) }),
      ...(received !== undefined && { received: legible(received) }),
    });
    return other;
  }
  const checks: Checks = {
    judge(check, work) {
      try {
        work();
        passed.add(check);
      } catch (error) {
        record(check, error);
      }
    },
    read(check, work) {
      try {
        const value = work();
        passed.add(check);
        return value;
      } catch (error) {
        endedAt ??= samlChecks.indexOf(record(check, error));
        throw error;
      }
    },
  };
  const verdictOf = (check: SamlCheck, index: number): SamlVerdict => {
    const why = failed.get(check);
    if (why !== undefined) return { check, verdict: 'failed', ...why };
    const reached = passed.has(check) && !broken.has(check) && !(endedAt !== undefined && index > endedAt);
    return { check, verdict: reached ? 'passed' : 'notReached' };
  };
  return { checks, fail, anyFailed: () => failed.size > 0, list: () => samlChecks.map(verdictOf) };
}
