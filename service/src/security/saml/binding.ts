/**
 * Signs the service's own messages to a provider and encodes them for an address or a form (SAML Bindings §3.4,
 * SAML Bindings §3.5).
 */
import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import type { SamlBinding } from '@app/contract/calls/saml-configuration.ts';

import type { SamlKeys } from './keys.ts';

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The name of the parameter or field that contains a message. */
export type MessageName = 'SAMLRequest' | 'SAMLResponse';

export interface OutgoingMessage {
  readonly name: MessageName;
  readonly xml: string;
  /** The ID of its root. */
  readonly id: string;
  readonly relayState: string | undefined;
}

/** What brings the browser to the provider with a message: an address, or a form that a page of ours posts. */
export type Sent =
  | { readonly to: string }
  | { readonly form: { readonly action: string; readonly fields: Readonly<Record<string, string>> } };

/** @param binding undefined: HTTP-Redirect */
export const sendMessage = (
  to: string,
  message: OutgoingMessage,
  binding: SamlBinding | undefined,
  keys: SamlKeys,
): Sent =>
  binding === 'post'
    ? { form: { action: to, fields: formFields(message, keys) } }
    : { to: redirectAddress(to, message, keys) };

/** The address `to` with the message in its signed query (HTTP-Redirect). */
export function redirectAddress(
  to: string,
  { name, xml, relayState }: Omit<OutgoingMessage, 'id'>,
  keys: SamlKeys,
): string {
  const message = deflateRawSync(xml).toString('base64');
  // The signature covers these exact characters: the query is built once and sent as signed.
  const signed = [
    `${name}=${encodeURIComponent(message)}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(rsaSha256)}`,
  ].join('&');
  const signature = sign('sha256', Buffer.from(signed, 'utf8'), keys.privateKey).toString('base64');
  return `${to}${to.includes('?') ? '&' : '?'}${signed}&Signature=${encodeURIComponent(signature)}`;
}

/** The form fields of the message, which is signed after its Issuer (HTTP-POST). */
function formFields(
  { name, xml, id, relayState }: OutgoingMessage,
  keys: SamlKeys,
): Readonly<Record<string, string>> {
  const root = `/*[@ID='${id}']`;
  const signature = new SignedXml({
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: `-----BEGIN CERTIFICATE-----\n${keys.certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusive,
  });
  signature.addReference({
    xpath: root,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  const location = { reference: `${root}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signature.computeSignature(xml, { prefix: 'ds', location });
  return {
    [name]: Buffer.from(signature.getSignedXml()).toString('base64'),
    ...(relayState !== undefined && { RelayState: relayState }),
  };
}
