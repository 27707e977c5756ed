/** Creates a provider's single-logout messages for tests, valid and invalid. */
import { randomUUID, sign as signBytes, X509Certificate } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

import type { SigningKeys } from './saml-idp.ts';

export interface LogoutOptions {
  readonly kind: 'request' | 'response';
  readonly issuer: string;
  readonly destination: string;
  readonly keys: SigningKeys;
  readonly now: number;
  readonly nameId?: string;
  readonly sessionIndexes?: readonly string[];
  readonly inResponseTo?: string;
  readonly id?: string;
  readonly status?: string;
  readonly relayState?: string;
  /** Changes the XML before it is signed. */
  readonly change?: (xml: string) => string;
  /** HTTP-POST: changes the XML after it was signed. */
  readonly changeSigned?: (xml: string) => string;
  /** HTTP-POST: false leaves the signature out. */
  readonly sign?: boolean;
  readonly signature?: string;
  readonly digest?: string;
  /** HTTP-Redirect: is compressed instead of the XML. */
  readonly bytes?: Buffer;
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const hashes: Readonly<Record<string, string>> = {
  [rsaSha256]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'sha1',
};

const nameOf = ({ kind }: LogoutOptions) => (kind === 'request' ? 'SAMLRequest' : 'SAMLResponse');

function xmlOf(options: LogoutOptions): string {
  const { kind, issuer, destination, now, nameId = '', sessionIndexes = [], inResponseTo = '' } = options;
  const element = kind === 'request' ? 'LogoutRequest' : 'LogoutResponse';
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const more = kind === 'request' ? `NotOnOrAfter="${at(60)}"` : `InResponseTo="${inResponseTo}"`;
  const status = options.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
  const body =
    kind === 'request'
      ? `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${nameId}</saml:NameID>` +
        sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`).join('')
      : `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`;
  const xml =
    `<samlp:${element} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${options.id ?? `_l${randomUUID()}`}" Version="2.0" IssueInstant="${at(0)}" Destination="${destination}" ${more}>` +
    `<saml:Issuer>${issuer}</saml:Issuer>${body}</samlp:${element}>`;
  return options.change?.(xml) ?? xml;
}

/** The query of a message by HTTP-Redirect, without its question mark. */
export function logoutQuery(options: LogoutOptions): string {
  const { keys, signature = rsaSha256, relayState } = options;
  const message = deflateRawSync(options.bytes ?? xmlOf(options)).toString('base64');
  const signed = [
    `${nameOf(options)}=${encodeURIComponent(message)}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(signature)}`,
  ].join('&');
  const bytes = signBytes(hashes[signature] ?? 'sha256', Buffer.from(signed), keys.privateKey);
  return `${signed}&Signature=${encodeURIComponent(bytes.toString('base64'))}`;
}

/** The body of a message by HTTP-POST. */
export function logoutForm(options: LogoutOptions): string {
  const { keys, signature = rsaSha256, relayState, sign = true } = options;
  let xml = xmlOf(options);
  if (sign) {
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
    const signer = new SignedXml({
      privateKey: keys.privateKey,
      publicCert: new X509Certificate(Buffer.from(keys.certificate, 'base64')).toString(),
      signatureAlgorithm: signature,
      canonicalizationAlgorithm: exclusive,
    });
    signer.addReference({
      xpath: '/*',
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
      digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    const location = { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } as const;
    signer.computeSignature(xml, { prefix: 'ds', location });
    xml = signer.getSignedXml();
  }
  xml = options.changeSigned?.(xml) ?? xml;
  return new URLSearchParams({
    [nameOf(options)]: Buffer.from(xml).toString('base64'),
    ...(relayState !== undefined && { RelayState: relayState }),
  }).toString();
}
