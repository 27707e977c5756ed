/** The service provider metadata (SAML Metadata §2.4.4), which a company's admin gives to its identity provider. */
import type { SamlAddresses } from './addresses.ts';
import { escapeXml } from './xml/xml.ts';

/** NameID formats that can contain an email. */
const nameIdFormats = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
];

/** Algorithms with which a provider may encrypt an assertion, the preferred first. */
const encryptions = [
  { method: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' },
  { method: 'http://www.w3.org/2009/xmlenc11#aes128-gcm' },
  {
    method: 'http://www.w3.org/2009/xmlenc11#rsa-oaep',
    // Digest and MGF1 must have the same hash.
    inside:
      '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>' +
      '<xenc11:MGF xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>',
  },
  { method: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p' },
];

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings';

/** The document. The certificates are base64 DER: those that may sign, and the one for which a provider encrypts. */
export function serviceProviderMetadata(
  { entityId, acs, logout }: SamlAddresses,
  { signing, encryption }: { readonly signing: readonly string[]; readonly encryption: string },
): string {
  const key = (use: string, certificate: string, methods: typeof encryptions): string =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}` +
    '</ds:X509Certificate></ds:X509Data></ds:KeyInfo>' +
    methods
      .map(
        ({ method, inside = '' }) =>
          `<md:EncryptionMethod Algorithm="${method}">${inside}</md:EncryptionMethod>`,
      )
      .join('') +
    '</md:KeyDescriptor>';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ' +
      `xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(entityId)}">`,
    '<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" ' +
      'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    ...signing.map((certificate) => key('signing', certificate, [])),
    key('encryption', encryption, encryptions),
    ...['HTTP-Redirect', 'HTTP-POST'].map(
      (binding) =>
        `<md:SingleLogoutService Binding="${bindings}:${binding}" Location="${escapeXml(logout)}"/>`,
    ),
    ...nameIdFormats.map((format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`),
    '<md:AssertionConsumerService Binding="' +
      `${bindings}:HTTP-POST" Location="${escapeXml(acs)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n');
}
