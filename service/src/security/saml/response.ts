/**
 * Verifies a SAML response (threats C1 to C10). The order: raw XML, request and status, structure, signatures, the
 * signed assertion, and at last everything again by `@node-saml/node-saml`, which must agree. A forgery fails at the
 * signature of a few lines and never reaches the library, which is slow. The library gets no clock and stores nothing:
 * times are checked here, replay in the database.
 */
import type { KeyObject } from 'node:crypto';
import * as limits from '@app/contract/fields/limits.ts';
import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';

import { decodeXml } from './xml/decode.ts';
import { checkXmlBytes } from './xml/prescan.ts';
import { validCertificates } from './certificates.ts';
import { decryptAssertion } from './xml/encryption.ts';
import { checkEnvelope, checkStatus, type Expected } from './response-element.ts';
import { flood, invalid, SamlRefusal } from './xml/refusal.ts';
import { confirmationsOf, readAssertion, type SamlIdentity, writtenAudience } from './assertion.ts';
import { checkStructure } from './xml/structure.ts';
import { bearsKnownSignature, checkSigned } from './xml/signature.ts';
import { escapeXml, parseXml, withPlainLineEnds } from './xml/xml.ts';

export type { SamlIdentity } from './assertion.ts';

/** The request that the response must answer, and the provider that must have sent it. */
export interface ExpectedSamlResponse {
  readonly configuration: SamlConfiguration;
  /** The ID of the AuthnRequest that was sent. */
  readonly requestId: string;
  readonly acsUrl: string;
  readonly spEntityId: string;
  /** Each may decrypt an assertion; none: encrypted assertions are refused. */
  readonly decryptionKeys: readonly KeyObject[];
  /** ms since the epoch. */
  readonly now: number;
  /** True: the whole response must be signed, not only its assertion. */
  readonly responseSigned?: boolean;
  /**
   * True after many refused responses: then a response without a signature by a key of the provider's is refused before
   * it is parsed. Encrypted assertions are exempt, because their signature may be inside.
   */
  readonly flooded?: boolean;
}

export type VerifiedSamlResponse =
  | { ok: true; identity: SamlIdentity }
  /** `reason` is for the log and contains no personal data. */
  | { ok: false; error: SsoErrorValue; reason: string };

/** The length of `limits.samlMax` bytes in base64 with line breaks. */
const longestPosted = Math.ceil((limits.samlMax * 4) / 3 / 64) * 66;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Verifies `SAMLResponse` as posted. Never throws. */
export async function verifySamlResponse(
  posted: string,
  expected: ExpectedSamlResponse,
): Promise<VerifiedSamlResponse> {
  try {
    return { ok: true, identity: await verify(posted, expected) };
  } catch (error) {
    if (error instanceof SamlRefusal) return { ok: false, error: error.value, reason: error.message };
    // The parser or the library failed. Its message may quote the response, so it is not logged.
    const name = error instanceof Error ? error.name : typeof error;
    return { ok: false, error: 'sso-invalid-response', reason: `unreadable (${name})` };
  }
}

async function verify(posted: string, expected: ExpectedSamlResponse): Promise<SamlIdentity> {
  const { configuration, requestId, now } = expected;
  const facts = expectedFacts(expected);
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
    ? openAssertion(assertion, expected, rootSigned)
    : { root: assertion, text: undefined };
  const signed = checkSigned(opened.root, certificates);
  signers.add(signed.certificate);
  const said = parseXml(signed.xml);
  const identity = readAssertion(said, facts);

  const answer =
    opened.text === undefined
      ? { text, wholeSigned: rootSigned }
      : { text: unsignedAnswer(requestId, opened.text), wholeSigned: false };
  const audience = writtenAudience(said, expected.spEntityId);
  const oneConfirmation = confirmationsOf(said) === 1;
  await askLibrary({ ...answer, audience, oneConfirmation }, [...signers], expected);
  return identity;
}

/** What the elements of the answer are compared with. */
export const expectedFacts = (expected: ExpectedSamlResponse): Expected => ({
  entityId: expected.configuration.entityId,
  emailAttribute: expected.configuration.emailAttribute,
  maxSignInAge: expected.configuration.maxSignInAge,
  requestId: expected.requestId,
  acsUrl: expected.acsUrl,
  spEntityId: expected.spEntityId,
  now: expected.now,
});

/** The XML of `SAMLResponse` as posted, after the checks of its bytes. Throws a `SamlRefusal`. */
export const answerText = (posted: string): string => checkedText(decode(posted));

/** Decrypts an EncryptedAssertion: its element and its text. Throws a `SamlRefusal`. */
export const openAssertion = (
  assertion: Element,
  expected: ExpectedSamlResponse,
  rootSigned: boolean,
): ReturnType<typeof decryptAssertion> => decryptAssertion(assertion, expected.decryptionKeys, rootSigned);

/** A response with the decrypted assertion: the signature over the encrypted one was checked before. */
const unsignedAnswer = (requestId: string, assertion: string): string =>
  `<Response InResponseTo="${escapeXml(requestId)}">${assertion.replace(/^<\?xml[^>]*>/, '')}</Response>`;

function turnAway(bytes: Buffer, certificates: readonly string[]): void {
  const text = decodeXml(bytes) ?? '';
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

/** The library checks signatures and audience again. Throws unless it accepts them too. */
async function askLibrary(
  {
    text,
    wholeSigned,
    audience,
    oneConfirmation,
  }: {
    readonly text: string;
    readonly wholeSigned: boolean;
    readonly audience: string;
    readonly oneConfirmation: boolean;
  },
  certificates: string[],
  expected: ExpectedSamlResponse,
): Promise<void> {
  const library = new SAML({
    idpCert: certificates,
    issuer: expected.spEntityId,
    audience,
    callbackUrl: expected.acsUrl,
    wantAssertionsSigned: true,
    // An existing signature must be valid, even where none is required.
    wantAuthnResponseSigned: wholeSigned,
    // Of several confirmations the library compares the first, which may be for another service.
    validateInResponseTo: oneConfirmation ? ValidateInResponseTo.always : ValidateInResponseTo.never,
    cacheProvider: knowsOnly(expected.requestId),
    // -1 disables the library's clock, which is the machine's and not the service's.
    acceptedClockSkewMs: -1,
  });
  const container = { SAMLResponse: Buffer.from(withPlainLineEnds(text)).toString('base64') };
  const { profile } = await refusing(library.validatePostResponseAsync(container));
  if (!profile) throw invalid('no signed assertion');
}

/** The library's refusals in our own words, for the log: its messages may quote the response. */
async function refusing<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw invalid(/signature/i.test(message) ? 'no good signature' : 'not an answer that the library takes');
  }
}

/** The caller knows the request that the response must answer; the library's own store is not used. */
function knowsOnly(requestId: string): CacheProvider {
  return {
    getAsync: async (id) => (id === requestId ? '9999-12-31T00:00:00.000Z' : null),
    saveAsync: async () => null,
    removeAsync: async () => null,
  };
}
