/** Requests to a company's identity provider: a signed AuthnRequest in an address (SAML Bindings §3.4). */
import { randomBytes } from 'node:crypto';

import { redirectAddress } from './binding.ts';
import type { SamlKeys } from './keys.ts';
import { escapeXml } from './xml/xml.ts';

/** A new id of a request: 160 random bits. An XML name cannot begin with a digit, so it begins with `_`. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

export interface AuthnRequest {
  readonly id: string;
  /** The provider's address, as its metadata has it. */
  readonly ssoUrl: string;
  readonly spEntityId: string;
  readonly acsUrl: string;
  /** Comes back beside the answer, unread. */
  readonly relayState: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The address that a browser is sent to. It asks for nothing about how the provider knows somebody, and for no form of
 * the name: a company sets both at its provider, and a wish that this one does not have would be refused.
 */
export function authnRequestUrl(request: AuthnRequest, keys: SamlKeys): string {
  const xml =
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"' +
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${escapeXml(request.id)}" Version="2.0"` +
    ` IssueInstant="${new Date(request.now).toISOString()}" Destination="${escapeXml(request.ssoUrl)}"` +
    ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"' +
    ` AssertionConsumerServiceURL="${escapeXml(request.acsUrl)}">` +
    `<saml:Issuer>${escapeXml(request.spEntityId)}</saml:Issuer></samlp:AuthnRequest>`;
  return redirectAddress(request.ssoUrl, { name: 'SAMLRequest', xml, relayState: request.relayState }, keys);
}
