/** Writes the metadata and the signed answers of the stand-in identity provider (SAML 2.0, core and bindings). */
import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { SamlBinding } from '@app/contract/calls/saml-configuration.ts';
import { minutes, seconds } from '@app/contract/fields/durations.ts';

import { escapeHtml as escapeXml } from '#http/documents/html.ts';

import type { AuthnRequest } from './identity-provider-request.ts';
import { certificateOf, type SelfSignedKey } from './saml-key.ts';

/** The path of the stand-in under PUBLIC_URL. */
export const identityProviderPath = '/stand-in/idp';

/** The addresses of the stand-in, for metadata and for the configuration of the demo company. */
export function identityProviderAddresses(publicUrl: string) {
  const base = publicUrl + identityProviderPath;
  return { entityId: `${base}/metadata`, ssoUrl: `${base}/sso`, logoutUrl: `${base}/logout` } as const;
}

/** The attribute that holds the email. The NameID holds it too. */
export const emailAttribute = 'email';

export const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const status = 'urn:oasis:names:tc:SAML:2.0:status';
const excC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The person who signed in, or a denial. */
export type Decision = { readonly email: string; readonly name: string } | 'denied';

export interface Answer {
  readonly request: AuthnRequest;
  readonly decision: Decision;
  readonly publicUrl: string;
  readonly key: SelfSignedKey;
  /** The provider's own clock: milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The Response to a request: the response and its assertion are both signed. It is valid from half a minute before
 * `now` until five minutes after, like those of real providers.
 */
export function signedResponse(answer: Answer): string {
  const { request, decision, publicUrl, key, now } = answer;
  const { entityId } = identityProviderAddresses(publicUrl);
  const id = newId();
  const assertion = decision === 'denied' ? undefined : assertionFor(answer, decision);
  const code = decision === 'denied' ? 'Responder' : 'Success';
  const reason = decision === 'denied' ? `<samlp:StatusCode Value="${status}:RequestDenied"/>` : '';
  const xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${id}" Version="2.0" IssueInstant="${instant(now)}" Destination="${escapeXml(request.acsUrl)}"` +
    ` InResponseTo="${escapeXml(request.id)}">` +
    `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${status}:${code}">${reason}</samlp:StatusCode></samlp:Status>` +
    `${assertion?.xml ?? ''}</samlp:Response>`;
  // The assertion first, so that the signature of the response covers the assertion's signature too.
  return sign(assertion === undefined ? xml : sign(xml, assertion.id, key), id, key);
}

function assertionFor({ request, publicUrl, now }: Answer, person: { email: string; name: string }) {
  const { entityId } = identityProviderAddresses(publicUrl);
  const id = newId();
  const until = instant(now + minutes(5));
  const email = escapeXml(person.email);
  const attribute = (name: string, value: string) =>
    `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">` +
    `<saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  const xml =
    `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${instant(now)}">` +
    `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${emailFormat}">${email}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${escapeXml(request.acsUrl)}"` +
    ` InResponseTo="${escapeXml(request.id)}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(now - seconds(30))}" NotOnOrAfter="${until}">` +
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(request.issuer)}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(now)}" SessionIndex="${newId()}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attribute(emailAttribute, email)}${attribute('displayName', escapeXml(person.name))}` +
    `</saml:AttributeStatement></saml:Assertion>`;
  return { id, xml };
}

/** Signs the element with this ID (RSA-SHA256, exclusive canonical form); the signature follows its Issuer, as the schema wants. */
function sign(xml: string, id: string, { privateKey, certificate }: SelfSignedKey): string {
  const element = `//*[@ID='${id}']`;
  const signature = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: excC14n,
  });
  signature.addReference({
    xpath: element,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', excC14n],
  });
  const reference = `${element}/*[local-name(.)='Issuer']`;
  signature.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } });
  return signature.getSignedXml();
}

/** The metadata that a company's admin uploads. */
export function identityProviderMetadata(
  publicUrl: string,
  key: SelfSignedKey,
  binding: SamlBinding = 'redirect',
): string {
  const { entityId, ssoUrl, logoutUrl } = identityProviderAddresses(publicUrl);
  const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings';
  const signIn = binding === 'post' ? 'HTTP-POST' : 'HTTP-Redirect';
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(entityId)}">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>${certificateOf(key)}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleLogoutService Binding="${bindings}:HTTP-Redirect" Location="${escapeXml(logoutUrl)}"/>
    <md:NameIDFormat>${emailFormat}</md:NameIDFormat>
    <md:SingleSignOnService Binding="${bindings}:${signIn}" Location="${escapeXml(ssoUrl)}"/>
    <saml:Attribute xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Name="${emailAttribute}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** An ID may not begin with a digit (XML Schema, NCName). */
const newId = (): string => `_${randomUUID()}`;
