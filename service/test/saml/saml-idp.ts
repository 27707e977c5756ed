/**
 * A company's identity provider for tests: it signs valid and invalid answers. Its keys are created once for a test file.
 * The stand-in for people is in `dev/`.
 */
import {
  createCipheriv,
  constants,
  publicEncrypt,
  randomBytes,
  randomUUID,
  X509Certificate,
} from 'node:crypto';
import { generate } from 'selfsigned';
import { SignedXml } from 'xml-crypto';

export interface SigningKeys {
  /** PEM. */
  readonly privateKey: string;
  /** base64 DER. */
  readonly certificate: string;
}

export interface TestIdp extends SigningKeys {
  readonly entityId: string;
  /** Its metadata, with one or more certificates. */
  metadata(ssoUrl: string, extra?: { logoutUrl?: string; certificates?: readonly string[] }): string;
  /** base64, as a browser posts it. */
  respond(options: AnswerOptions): string;
}

/** The content of an answer. All but the first three have defaults of a valid answer. */
export interface AnswerOptions {
  readonly requestId: string;
  readonly acsUrl: string;
  readonly spEntityId: string;
  readonly email?: string;
  /** The provider's clock, ms since the epoch. */
  readonly now?: number;
  /** Also writes the address into an attribute of this name. */
  readonly emailAttribute?: string;
  readonly assertionId?: string;
  /** Changes the XML before anything is signed. */
  readonly change?: (xml: string) => string;
  /** Changes the XML after the assertion was signed, before the answer is. */
  readonly changeSignedAssertion?: (xml: string) => string;
  /** Changes the XML after everything was signed. */
  readonly changeSigned?: (xml: string) => string;
  readonly sign?: 'both' | 'assertion' | 'response' | 'none';
  readonly signature?: string;
  readonly digest?: string;
  /** Of the reference; exclusive by default. */
  readonly canonicalization?: string;
  /** The position of the signature: after the Issuer, as the schema requires, or last if there is no Issuer. */
  readonly signaturePlace?: 'afterIssuer' | 'last';
  /** Prefixes that the signature covers wherever they are declared (InclusiveNamespaces), as Okta does. */
  readonly inclusivePrefixes?: readonly string[];
  /** False: the signature does not contain the certificate. */
  readonly keyInfo?: boolean;
  /** Other keys than the provider's own. */
  readonly keys?: SigningKeys;
  /** Encrypts the signed assertion for this certificate (base64 DER). */
  readonly encryptFor?: string;
  readonly cipher?: 'aes256-gcm' | 'aes128-gcm' | 'aes256-cbc';
  readonly keyTransport?: 'oaep' | 'pkcs1';
  /** The hash of OAEP with which the key is encrypted, and how the message describes it. */
  readonly oaep?: { readonly hash: string; readonly method: string };
  /** Written before the EncryptedKey, such as that of another recipient. */
  readonly otherKeys?: string;
}

const usual = await makeSigningKeys();

/** Keys and a certificate by `selfsigned`; RSA of 2048 bits by default valid for a year. */
export async function makeSigningKeys(
  options: { bits?: number; curve?: 'P-256'; notBefore?: Date; notAfter?: Date } = {},
): Promise<SigningKeys> {
  const made = await generate([{ name: 'commonName', value: 'Test identity provider' }], {
    algorithm: 'sha256',
    ...(options.curve === undefined
      ? { keySize: options.bits ?? 2048 }
      : { keyType: 'ec' as const, curve: options.curve }),
    ...(options.notBefore && { notBeforeDate: options.notBefore }),
    ...(options.notAfter && { notAfterDate: options.notAfter }),
  });
  return { privateKey: made.private, certificate: new X509Certificate(made.cert).raw.toString('base64') };
}

/** A provider with its own entity id. All share one key pair by default. */
export function createTestIdp(
  entityId = 'https://idp.northline.test/metadata',
  keys: SigningKeys = usual,
): TestIdp {
  return {
    entityId,
    ...keys,
    metadata: (ssoUrl, extra) =>
      metadataXml(entityId, ssoUrl, { certificates: [keys.certificate], ...extra }),
    respond: (options) =>
      Buffer.from(answerXml(entityId, { ...options, keys: options.keys ?? keys })).toString('base64'),
  };
}

function metadataXml(
  entityId: string,
  ssoUrl: string,
  { logoutUrl, certificates }: { logoutUrl?: string; certificates: readonly string[] },
): string {
  const binding = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"';
  const keyDescriptors = certificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const logout =
    logoutUrl === undefined ? '' : `<md:SingleLogoutService ${binding} Location="${logoutUrl}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keyDescriptors.join('')}${logout}<md:SingleSignOnService ${binding} Location="${ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

function answerXml(entityId: string, options: AnswerOptions & { keys: SigningKeys }): string {
  const { sign = 'both' } = options;
  let xml = unsignedXml(entityId, options);
  xml = options.change?.(xml) ?? xml;
  if (sign === 'both' || sign === 'assertion') xml = signed(xml, 'Assertion', options);
  xml = options.changeSignedAssertion?.(xml) ?? xml;
  if (options.encryptFor !== undefined) xml = encrypted(xml, options.encryptFor, options);
  if (sign === 'both' || sign === 'response') xml = signed(xml, 'Response', options);
  return options.changeSigned?.(xml) ?? xml;
}

/** An answer as most providers write it: NotBefore 30 s ago, valid for 300 s. */
function unsignedXml(entityId: string, options: AnswerOptions): string {
  const { requestId, acsUrl, spEntityId, email = 'ada@northline.test', now = Date.now() } = options;
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const attributes =
    options.emailAttribute === undefined
      ? ''
      : `<saml:AttributeStatement><saml:Attribute Name="${options.emailAttribute}" FriendlyName="mail"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${acsUrl}" InResponseTo="${requestId}">` +
    `<saml:Issuer>${entityId}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="${options.assertionId ?? `_a${randomUUID()}`}" Version="2.0" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${entityId}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${acsUrl}" InResponseTo="${requestId}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(-30)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${spEntityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s${randomUUID()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${attributes}</saml:Assertion></samlp:Response>`
  );
}

function signed(
  xml: string,
  element: 'Assertion' | 'Response',
  options: AnswerOptions & { keys: SigningKeys },
): string {
  const path = `//*[local-name(.)='${element}']`;
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signature = new SignedXml({
    privateKey: options.keys.privateKey,
    publicCert: new X509Certificate(Buffer.from(options.keys.certificate, 'base64')).toString(),
    signatureAlgorithm: options.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: options.canonicalization ?? exclusive,
    idAttribute: 'ID',
    ...(options.keyInfo === false && { getKeyInfoContent: () => null }),
  });
  signature.addReference({
    xpath: path,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      options.canonicalization ?? exclusive,
    ],
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    ...(options.inclusivePrefixes && { inclusiveNamespacesPrefixList: [...options.inclusivePrefixes] }),
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location:
      options.signaturePlace === 'last'
        ? { reference: path, action: 'append' }
        : { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

/** The signed assertion replaced by an EncryptedAssertion (XML Encryption 1.1). */
function encrypted(
  xml: string,
  certificate: string,
  { cipher = 'aes256-gcm', keyTransport = 'oaep', oaep, otherKeys = '' }: AnswerOptions,
): string {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
  const alone = assertion.replace(
    '<saml:Assertion ',
    '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ',
  );
  const key = randomBytes(cipher === 'aes128-gcm' ? 16 : 32);
  const recipient = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
  const padding = keyTransport === 'oaep' ? constants.RSA_PKCS1_OAEP_PADDING : constants.RSA_PKCS1_PADDING;
  const wrappedKey = publicEncrypt({ key: recipient, padding, oaepHash: oaep?.hash ?? 'sha1' }, key);
  const transport = `http://www.w3.org/2001/04/xmlenc#${keyTransport === 'oaep' ? 'rsa-oaep-mgf1p' : 'rsa-1_5'}`;
  const method = cipher.endsWith('cbc')
    ? 'http://www.w3.org/2001/04/xmlenc#'
    : 'http://www.w3.org/2009/xmlenc11#';
  const data =
    `<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${method}${cipher}"/>` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${otherKeys}<xenc:EncryptedKey>${oaep?.method ?? `<xenc:EncryptionMethod Algorithm="${transport}"/>`}<xenc:CipherData><xenc:CipherValue>${wrappedKey.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>` +
    `<xenc:CipherData><xenc:CipherValue>${encipher(alone, key, cipher).toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`;
  return xml.replace(assertion, () => `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`);
}

function encipher(text: string, key: Buffer, cipher: NonNullable<AnswerOptions['cipher']>): Buffer {
  const bytes = Buffer.from(text);
  if (cipher === 'aes256-cbc') {
    const iv = randomBytes(16);
    const engine = createCipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([iv, engine.update(bytes), engine.final()]);
  }
  const iv = randomBytes(12);
  const engine = createCipheriv(cipher === 'aes128-gcm' ? 'aes-128-gcm' : 'aes-256-gcm', key, iv);
  return Buffer.concat([iv, engine.update(bytes), engine.final(), engine.getAuthTag()]);
}
