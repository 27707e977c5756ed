/**
 * Sends the browser to a company's identity provider with a signed AuthnRequest (SAML Bindings §3.4, SAML Bindings
 * §3.5).
 */
import { randomBytes } from 'node:crypto';

import type { SamlConfiguration } from '@app/contract/calls/saml-configuration.ts';

import { type Sent, sendMessage } from './binding.ts';
import type { SamlKeys } from './keys.ts';
import { escapeXml } from './xml/xml.ts';

/** A new request id: 160 random bits. An XML name cannot begin with a digit, so it begins with `_`. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

export interface AuthnRequest {
  readonly id: string;
  readonly provider: Pick<SamlConfiguration, 'ssoUrl' | 'ssoBinding'>;
  readonly spEntityId: string;
  readonly acsUrl: string;
  /** The provider returns it unchanged with its response. */
  readonly relayState: string;
  /** Whether the provider must ask the person, and not go by an earlier sign-in (SAML Core §3.4.1). */
  readonly forceAuthn?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * It is signed in both bindings, so it suits a provider that demands that (WantAuthnRequestsSigned). The request
 * demands no authentication context and no NameID format: a company configures both at its provider, which would refuse
 * a demand that it cannot meet.
 */
export function sendAuthnRequest(request: AuthnRequest, keys: SamlKeys): Sent {
  const { id, relayState } = request;
  const { ssoUrl, ssoBinding } = request.provider;
  const xml =
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"' +
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${escapeXml(id)}" Version="2.0"` +
    ` IssueInstant="${new Date(request.now).toISOString()}" Destination="${escapeXml(ssoUrl)}"` +
    ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"' +
    ` AssertionConsumerServiceURL="${escapeXml(request.acsUrl)}"` +
    (request.forceAuthn === true ? ' ForceAuthn="true">' : '>') +
    `<saml:Issuer>${escapeXml(request.spEntityId)}</saml:Issuer></samlp:AuthnRequest>`;
  return sendMessage(ssoUrl, { name: 'SAMLRequest', xml, id, relayState }, ssoBinding, keys);
}
