/** The reader of a provider's metadata: what it reads can be used and shown, whatever the file was. */
import { readSamlMetadata } from '#security/saml/metadata.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';
import { shapesOfProviders } from '#test/saml/idp-metadata.ts';
import { makeSigningKeys } from '#test/saml/saml-idp.ts';

const { certificate } = await makeSigningKeys();
const now = Date.now();

export const target: Target = {
  files: ['/saml/metadata.ts', '/saml/certificates.ts', '/xml/prescan.ts', '/xml/xml.ts'],
  seeds: Object.values(shapesOfProviders(certificate, certificate)).map(({ xml }) => xml),
  dictionary: [
    '<EntityDescriptor',
    '<EntitiesDescriptor',
    '<IDPSSODescriptor',
    '<KeyDescriptor use="signing">',
    '<X509Certificate>',
    'validUntil="2000-01-01T00:00:00Z"',
    'validUntil="x"',
    'use="encryption"',
    'Location="',
    'ResponseLocation="',
    'http://127.0.0.1/',
    'https://a@evil.test/',
    'javascript:alert(1)',
    'https://evil.test#',
    '\\',
    '<!-- -->',
    '&#x20;',
    '&#0;',
    'urn:oasis:names:tc:SAML:2.0:metadata',
    'urn:oasis:names:tc:SAML:2.0:protocol',
    'HTTP-POST',
    'HTTP-Redirect',
    certificate,
  ],
  check(input) {
    const read = readSamlMetadata(input, { development: false, now });
    if (!read.ok) return;
    const { metadata } = read;
    for (const address of [metadata.ssoUrl, metadata.logoutUrl, metadata.logoutResponseUrl]) {
      if (address === undefined) continue;
      const url = new URL(address);
      hold(url.protocol === 'https:', `an address is ${url.protocol}`);
      hold(
        url.username === '' && url.password === '' && url.hash === '',
        'an address has a user or a fragment',
      );
      hold(
        !/[\s"'<>\\]/.test(address.replaceAll("'", '')),
        'an address has a character that ends an attribute',
      );
    }
    hold(
      metadata.entityId !== '' && metadata.entityId.length <= 1024,
      'the entity id has no length that can be kept',
    );
    hold(!/[\s\p{C}]/u.test(metadata.entityId), 'the entity id has white space');
    hold([1, 2].includes(metadata.certificates.length), `${metadata.certificates.length} certificates`);
    for (const { notAfter } of metadata.certificates) hold(notAfter > now, 'a certificate has expired');
  },
};
