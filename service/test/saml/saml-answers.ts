/** Creates answers with two other identity-provider libraries, and verifies answers, for tests. */
import { randomUUID, X509Certificate } from 'node:crypto';
import { IdentityProvider, ServiceProvider } from 'samlify';
import { createRequire } from 'node:module';

import type { ExpectedSamlResponse } from '#security/saml/response.ts';

import { type AnswerOptions, createTestIdp, makeSigningKeys, type TestIdp } from './saml-idp.ts';

const company = '3f2b8c1e-0000-4000-8000-000000000001';
const base = `https://login.northline.test/auth/v1/saml/${company}`;

const addresses = { acsUrl: `${base}/acs`, spEntityId: `${base}/metadata` };
export const requestId = '_6a1f0c9e7b3d4f5a8c2e1d0b9a8f7e6d';
export const emailAttribute = 'email';
export const idp = createTestIdp();
/** The service's own key, for encrypted assertions. */
export const spKeys = await makeSigningKeys();

/** What the service expects of the test's provider; by default the email is in the attribute. */
export function expecting(
  change: Partial<ExpectedSamlResponse> = {},
  provider: TestIdp = idp,
): ExpectedSamlResponse {
  return {
    configuration: {
      companyId: company,
      entityId: provider.entityId,
      ssoUrl: 'https://idp.northline.test/sso',
      logoutUrl: undefined,
      certificates: [provider.certificate],
      emailAttribute,
    },
    requestId,
    ...addresses,
    decryptionKeys: [],
    now: Date.now(),
    ...change,
  };
}

/** A valid answer of the test's provider, with optional changes. */
export const respond = (options: Partial<AnswerOptions> = {}): string =>
  idp.respond({ requestId, ...addresses, emailAttribute, ...options });

const pem = (certificate: string): string =>
  new X509Certificate(Buffer.from(certificate, 'base64')).toString();

/** The request of an answer. */
export type Asked = Pick<AnswerOptions, 'requestId' | 'acsUrl' | 'spEntityId'>;
const asked: Asked = { requestId, ...addresses };

interface SamlpOptions extends Partial<Asked> {
  sign: 'both' | 'assertion';
  encryptFor?: string;
  encryptionAlgorithm?: string;
}
/** An answer by `samlp`, at the machine's time. */
export function samlpAnswer({ sign, encryptFor, encryptionAlgorithm, ...to }: SamlpOptions): Promise<string> {
  const { requestId: inResponseTo, acsUrl, spEntityId } = { ...asked, ...to };
  const options = {
    issuer: idp.entityId,
    key: idp.privateKey,
    cert: pem(idp.certificate),
    audience: spEntityId,
    recipient: acsUrl,
    destination: acsUrl,
    inResponseTo,
    lifetimeInSeconds: 300,
    signResponse: sign === 'both',
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    sessionIndex: '_s1',
    profileMapper: () => ({
      getClaims: () => ({ [emailAttribute]: 'ada@northline.test', name: 'Ada Lovell' }),
      getNameIdentifier: () => ({ nameIdentifier: 'ada' }),
    }),
    ...(encryptFor !== undefined && {
      encryptionCert: pem(encryptFor),
      encryptionPublicKey: new X509Certificate(Buffer.from(encryptFor, 'base64')).publicKey.export({
        type: 'spki',
        format: 'pem',
      }),
      encryptionAlgorithm,
    }),
  };
  return new Promise((resolve, reject) => {
    samlp.getSamlResponse(options, {}, (error, xml) => {
      if (error) reject(error instanceof Error ? error : new Error('samlp failed'));
      else resolve(Buffer.from(xml).toString('base64'));
    });
  });
}

/** An answer by `samlify`, at the machine's time. */
export async function samlifyAnswer(sign: 'both' | 'assertion', to: Asked = asked): Promise<string> {
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
  const provider = IdentityProvider({
    entityID: idp.entityId,
    privateKey: idp.privateKey,
    signingCert: pem(idp.certificate),
    isAssertionEncrypted: false,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    singleSignOnService: [{ Binding: binding, Location: 'https://idp.northline.test/sso' }],
    singleLogoutService: [{ Binding: binding, Location: 'https://idp.northline.test/logout' }],
  });
  const service = ServiceProvider({
    entityID: to.spEntityId,
    wantAssertionsSigned: true,
    wantMessageSigned: sign === 'both',
    assertionConsumerService: [{ Binding: binding, Location: to.acsUrl }],
  });
  const at = (after: number) => new Date(Date.now() + after * 1000).toISOString();
  const id = `_r${randomUUID()}`;
  const values: Record<string, string> = {
    ID: id,
    AssertionID: `_a${randomUUID()}`,
    Destination: to.acsUrl,
    SubjectRecipient: to.acsUrl,
    Audience: to.spEntityId,
    Issuer: idp.entityId,
    IssueInstant: at(0),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: at(0),
    ConditionsNotOnOrAfter: at(300),
    SubjectConfirmationDataNotOnOrAfter: at(300),
    NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    NameID: 'ada@northline.test',
    InResponseTo: to.requestId,
    AuthnStatement: `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    AttributeStatement: `<saml:AttributeStatement><saml:Attribute Name="${emailAttribute}"><saml:AttributeValue xsi:type="xs:string">ada@northline.test</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
  };
  const { context } = await provider.createLoginResponse(
    service,
    { extract: {} },
    'post',
    {},
    (template: string) => ({
      id,
      context: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    }),
  );
  return context;
}

/** Types of `samlp`, an identity-provider library without types: only the functions that the tests use. */
interface Samlp {
  getSamlResponse(
    options: Record<string, unknown>,
    user: object,
    done: (error: unknown, xml: string) => void,
  ): void;
  metadata(options: {
    issuer: string;
    cert: string;
    redirectEndpointPath: string;
    postEndpointPath: string;
    logoutEndpointPaths: { redirect: string };
  }): (
    request: { headers: { host: string }; protocol: string; originalUrl: string },
    response: { set: (name: string, value: string) => void; send: (text: string) => void },
  ) => void;
}

const require = createRequire(import.meta.url);
export const samlp: Samlp = require('samlp');
