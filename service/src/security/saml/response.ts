/**
 * Is a company's SAML answer good? In this order: its bytes, what it answers, its shape, its signatures, what the
 * signed assertion says, and at last the whole again by `@node-saml/node-saml`, which must agree (threats C1 to C10).
 * What a stranger makes up ends at the signature of a few lines, and never gets to the library, which takes its time.
 * The library is given no clock and keeps nothing: times are checked here, replay and double use in the database.
 */
import type { KeyObject } from 'node:crypto';
import { limits } from '@app/contract/fields/limits.ts';
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';

import { checkXmlBytes } from './xml/prescan.ts';
import { validCertificates } from './certificates.ts';
import { decryptAssertion } from './xml/encryption.ts';
import { checkEnvelope, checkStatus, type Expected } from './response-element.ts';
import { flood, invalid, SamlRefusal } from './xml/refusal.ts';
import { readAssertion, type SamlIdentity } from './assertion.ts';
import { checkStructure } from './xml/structure.ts';
import { bearsKnownSignature, checkSigned } from './xml/signature.ts';
import { escapeXml, parseXml, withPlainLineEnds } from './xml/xml.ts';

export type { SamlIdentity } from './assertion.ts';

/** What the answer must be an answer to, and by whom. */
export interface ExpectedSamlResponse {
  readonly configuration: SamlConfiguration;
  /** The ID of the AuthnRequest that was sent. */
  readonly requestId: string;
  readonly acsUrl: string;
  readonly spEntityId: string;
  /** Opens encrypted assertions; undefined: they are refused. */
  readonly decryptionKey: KeyObject | undefined;
  /** ms since the epoch. */
  readonly now: number;
  /** True: the answer as a whole must be signed, and not only the assertion in it. */
  readonly responseSigned?: boolean;
  /**
   * Many answers were refused lately. Then one that bears no signature by a key of the provider's is turned away before
   * it is read; that of an encrypted assertion may be within, so those are read.
   */
  readonly flooded?: boolean;
}

export type VerifiedSamlResponse =
  | { ok: true; identity: SamlIdentity }
  /** `reason` is for the log and holds no personal data. */
  | { ok: false; error: SsoErrorValue; reason: string };

/** base64 of `limits.samlMax` bytes, with line breaks. */
const longestPosted = Math.ceil((limits.samlMax * 4) / 3 / 64) * 66;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Takes `SAMLResponse` as it was posted. Never throws, whatever was posted. */
export async function verifySamlResponse(
  posted: string,
  expected: ExpectedSamlResponse,
): Promise<VerifiedSamlResponse> {
  try {
    return { ok: true, identity: await verify(posted, expected) };
  } catch (error) {
    if (error instanceof SamlRefusal) return { ok: false, error: error.value, reason: error.message };
    // A parser or the library stumbled over what it was given. Its message may quote the answer, so it is not logged.
    const name = error instanceof Error ? error.name : typeof error;
    return { ok: false, error: 'sso-invalid-response', reason: `unreadable (${name})` };
  }
}

async function verify(posted: string, expected: ExpectedSamlResponse): Promise<SamlIdentity> {
  const { configuration, requestId, acsUrl, spEntityId, now } = expected;
  const facts: Expected = {
    entityId: configuration.entityId,
    emailAttribute: configuration.emailAttribute,
    requestId,
    acsUrl,
    spEntityId,
    now,
  };
  const bytes = decode(posted);
  const certificates = validCertificates(configuration.certificates, now);
  if (certificates.length === 0) throw invalid('no certificate of the provider that can be used');
  if (expected.flooded === true) turnAway(bytes, certificates);
  const text = checkedText(bytes);
  const root = parseXml(text);
  checkStatus(root, facts);
  const { assertion, encrypted, rootSigned } = checkStructure(root);
  if (expected.responseSigned === true && !rootSigned) throw invalid('the answer is not signed');
  checkEnvelope(root, facts, { signed: rootSigned, encrypted });

  const signers = new Set<string>();
  if (rootSigned) signers.add(checkSigned(root, certificates).certificate);
  const opened = encrypted
    ? decryptAssertion(assertion, decryptionKeyOf(expected), rootSigned)
    : { root: assertion, text: undefined };
  const signed = checkSigned(opened.root, certificates);
  signers.add(signed.certificate);
  const identity = readAssertion(parseXml(signed.xml), facts);

  const answer =
    opened.text === undefined
      ? { text, wholeSigned: rootSigned }
      : { text: unsignedAnswer(requestId, opened.text), wholeSigned: false };
  await askLibrary(answer, [...signers], expected);
  return identity;
}

/** An answer around an assertion that was decrypted: the signature over the encrypted one was checked before. */
const unsignedAnswer = (requestId: string, assertion: string): string =>
  `<Response InResponseTo="${escapeXml(requestId)}">${assertion.replace(/^<\?xml[^>]*>/, '')}</Response>`;

function turnAway(bytes: Buffer, certificates: readonly string[]): void {
  const text = bytes.toString('latin1');
  if (!text.includes('EncryptedAssertion') && !bearsKnownSignature(text, certificates)) throw flood();
}

function decode(posted: string): Buffer {
  if (posted.length > longestPosted) throw invalid('too large');
  const text = posted.replace(/[ \t\r\n]/g, '');
  if (!base64.test(text)) throw invalid('not base64');
  return Buffer.from(text, 'base64');
}

function checkedText(bytes: Buffer): string {
  const checked = checkXmlBytes(bytes, limits.samlMax);
  if (!checked.ok) throw invalid(checked.reason);
  return checked.text;
}

function decryptionKeyOf({ decryptionKey }: ExpectedSamlResponse): KeyObject {
  if (decryptionKey === undefined) throw invalid('encrypted, and there is no key');
  return decryptionKey;
}

/** Has the library check the signatures and the audience once more. Throws unless it finds them good too. */
async function askLibrary(
  { text, wholeSigned }: { text: string; wholeSigned: boolean },
  certificates: string[],
  expected: ExpectedSamlResponse,
): Promise<void> {
  const library = new SAML({
    idpCert: certificates,
    issuer: expected.spEntityId,
    audience: expected.spEntityId,
    callbackUrl: expected.acsUrl,
    wantAssertionsSigned: true,
    // A signature that is there must be good, even where none is asked for.
    wantAuthnResponseSigned: wholeSigned,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: knowsOnly(expected.requestId),
    // -1 switches the library's own clock off: it is the machine's, and ours is not.
    acceptedClockSkewMs: -1,
  });
  const container = { SAMLResponse: Buffer.from(withPlainLineEnds(text)).toString('base64') };
  const { profile } = await refusing(library.validatePostResponseAsync(container));
  if (!profile) throw invalid('no signed assertion');
}

/** The library's refusals in our own words, for the log: its messages may quote the answer. */
async function refusing<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw invalid(/signature/i.test(message) ? 'no good signature' : 'not an answer that the library takes');
  }
}

/** The request that the answer must name is known by the caller; the library's own memory is not used. */
function knowsOnly(requestId: string): CacheProvider {
  return {
    getAsync: async (id) => (id === requestId ? '9999-12-31T00:00:00.000Z' : null),
    saveAsync: async () => null,
    removeAsync: async () => null,
  };
}
