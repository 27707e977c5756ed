/**
 * Is a company's SAML answer good? In this order: its bytes, what it answers, its shape, its signature by
 * `@node-saml/node-saml`, and what the signed assertion says (docs/security.md C1 to C10). The library is
 * given no clock and keeps nothing: times are checked here, replay and double use in the database.
 */
import type { KeyObject } from 'node:crypto';
import { limits } from '@app/contract/limits.ts';
import type { SamlConfiguration } from '@app/contract/saml-configuration.ts';
import type { SsoErrorValue } from '@app/contract/vocabulary.ts';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';

import { checkXmlBytes } from './saml-bytes.ts';
import { readCertificate } from './saml-certificates.ts';
import { checkEncryption } from './saml-encryption.ts';
import { checkEnvelope, checkStatus, type Expected } from './saml-envelope.ts';
import { invalid, SamlRefusal } from './saml-refusal.ts';
import { readAssertion, type SamlIdentity } from './saml-second-stage.ts';
import { checkShape } from './saml-shape.ts';
import { parseXml } from './saml-xml.ts';

export type { SamlIdentity } from './saml-second-stage.ts';

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
  const root = parseXml(checkedText(bytes));
  checkStatus(root, facts);
  const { assertion, encrypted, rootSigned } = checkShape(root);
  if (expected.responseSigned === true && !rootSigned) throw invalid('the answer is not signed');
  checkEnvelope(root, facts, { signed: rootSigned, encrypted });
  if (encrypted) checkEncryption(assertion, decryptionKeyOf(expected), rootSigned);

  const verified = await verifiedAssertion(bytes, expected, { rootSigned, encrypted });
  const verifiedRoot = parseXml(checkedText(Buffer.from(verified)));
  // Of what was decrypted this is the first look at its shape, unless it was opened before.
  checkShape(verifiedRoot);
  return readAssertion(verifiedRoot, facts);
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

/** The XML of the assertion, as far as a good signature covers it. */
async function verifiedAssertion(
  bytes: Buffer,
  expected: ExpectedSamlResponse,
  { rootSigned, encrypted }: { rootSigned: boolean; encrypted: boolean },
): Promise<string> {
  const library = new SAML({
    idpCert: liveCertificates(expected),
    issuer: expected.spEntityId,
    audience: expected.spEntityId,
    callbackUrl: expected.acsUrl,
    wantAssertionsSigned: true,
    // A signature that is there must be good, even where none is asked for.
    wantAuthnResponseSigned: rootSigned,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: knowsOnly(expected.requestId),
    // -1 switches the library's own clock off: it is the machine's, and ours is not.
    acceptedClockSkewMs: -1,
    ...(encrypted && {
      decryptionPvk: decryptionKeyOf(expected).export({ type: 'pkcs8', format: 'pem' }).toString(),
    }),
  });
  const container = { SAMLResponse: bytes.toString('base64') };
  const { profile } = await refusing(library.validatePostResponseAsync(container));
  const xml = profile?.getAssertionXml?.();
  if (xml === undefined) throw invalid('no signed assertion');
  return xml;
}

/** The library's refusals in our own words, for the log: its messages may quote the answer. */
async function refusing<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/signature/i.test(message)) throw invalid('no good signature');
    if (/audience/i.test(message)) throw invalid('another Audience');
    throw invalid('not an answer that the library takes');
  }
}

/** The provider's certificates that can be used now: two while it changes its key. */
function liveCertificates({ configuration, now }: ExpectedSamlResponse): string[] {
  const live: string[] = [];
  for (const text of configuration.certificates) {
    const read = readCertificate(text);
    if (read.ok && read.certificate.notAfter > now) live.push(read.certificate.der);
  }
  if (live.length === 0) throw invalid('no certificate of the provider that can be used');
  return live;
}

/** The request that the answer must name is known by the caller; the library's own memory is not used. */
function knowsOnly(requestId: string): CacheProvider {
  return {
    getAsync: async (id) => (id === requestId ? '9999-12-31T00:00:00.000Z' : null),
    saveAsync: async () => null,
    removeAsync: async () => null,
  };
}
