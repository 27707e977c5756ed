/** Metadata files that must be refused: broken, hostile, or of a provider that cannot be used. */
import type { MetadataProblem } from '@app/contract/calls/saml-configuration.ts';

import { keyDescriptor, plainMetadata, post, redirect } from './idp-metadata.ts';

/** Certificates, base64 DER. */
export interface Certificates {
  /** Six. */
  readonly good: readonly [string, string, ...string[]];
  readonly weak: string;
  readonly curve: string;
  readonly ended: string;
}

export type HostileFile = readonly [what: string, file: string | Uint8Array, reason: MetadataProblem];

export function hostileMetadata({ good, weak, curve, ended }: Certificates): HostileFile[] {
  const [first, second] = good;
  const many = good;
  const keys = keyDescriptor(first);
  const usual = plainMetadata({ keys });
  const inRoot = (text: string): string =>
    usual.replace('<md:IDPSSODescriptor', `${text}<md:IDPSSODescriptor`);
  const chain = keys.replace(
    '</ds:X509Data>',
    `<ds:X509Certificate>${second}</ds:X509Certificate></ds:X509Data>`,
  );
  const login = (address: string): string => plainMetadata({ keys, login: address });
  const descriptor = /<md:IDPSSODescriptor.*<\/md:IDPSSODescriptor>/s.exec(usual)?.[0] ?? '';

  return [
    ['nothing', '', 'is_required'],
    ['no XML', 'entityID: https://idp.harbour.test', 'not_xml'],
    ['a web page', '<!doctype html><title>Sign in</title>', 'web_page'],
    [
      'a web page after a comment',
      '<?xml version="1.0"?>\n<!-- x -->\n<html lang="en"><br></html>',
      'web_page',
    ],
    ['a web page that is XML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'web_page'],
    ['the address of metadata', ' https://idp.harbour.test/metadata?x=1\n', 'address_only'],
    ['a certificate', `-----BEGIN CERTIFICATE-----\n${first}\n-----END CERTIFICATE-----`, 'certificate_only'],
    ['half a file', usual.slice(0, 700), 'not_xml'],
    ['a tag that is not closed', usual.replace('</md:IDPSSODescriptor>', ''), 'not_xml'],
    ['two roots', usual + usual, 'not_xml'],
    ['text after the root', `${usual}x`, 'not_xml'],
    ['an attribute twice', usual.replace('entityID=', 'entityID="https://evil.test" entityID='), 'not_xml'],
    ['a character that XML does not know', usual.replace('harbour', 'har\u0001bour'), 'not_xml'],
    ['one of those as a reference', usual.replace('harbour', 'har&#0;bour'), 'not_xml'],
    ['a byte that is no UTF-8', Buffer.concat([Buffer.from([0xff]), Buffer.from(usual)]), 'not_utf8'],
    ['a doctype', `<!DOCTYPE md:EntityDescriptor>${usual}`, 'doctype'],
    [
      'a file of the server as an entity',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${usual.replace('harbour', '&x;')}`,
      'doctype',
    ],
    ['a doctype elsewhere', '<!DOCTYPE a SYSTEM "https://evil.test/a.dtd"><a/>', 'doctype'],
    [
      'an entity bomb',
      `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('')}]><a>&a30;</a>`,
      'doctype',
    ],
    [
      'a comment at the start of a certificate',
      usual.replace('<ds:X509Certificate>', '$&<!-- -->'),
      'comment',
    ],
    ['a comment at its end', usual.replace('</ds:X509Certificate>', '<!-- -->$&'), 'comment'],
    ['a comment that cuts it', usual.replace(first.slice(100, 110), '<!---->$&'), 'comment'],
    ['a comment between two', usual.replace('</ds:X509Certificate>', `<!-- -->${second}$&`), 'comment'],
    ['an element in a certificate', usual.replace('</ds:X509Certificate>', '<a/>$&'), 'certificate'],
    ['a comment in a tag', usual.replace(' entityID=', ' <!-- --> entityID='), 'not_xml'],
    ['a comment with two hyphens', inRoot('<!-- a -- b -->'), 'not_xml'],
    ['a comment without an end', inRoot('<!-- '), 'not_xml'],
    ['a comment before the declaration', `<!-- --><?xml version="1.0"?>${usual}`, 'xml_declaration'],
    ['30,000 comments', inRoot('<!---->'.repeat(30_000)), 'too_many_elements'],
    [
      'the provider within a comment',
      usual.replace(descriptor, `<!--${descriptor}-->`),
      'no_identity_provider',
    ],
    ['the key within a comment', usual.replace(keys, `<!--${keys}-->`), 'no_certificate'],
    ['CDATA', inRoot('<![CDATA[x]]>'), 'cdata'],
    [
      'a processing instruction in a certificate',
      usual.replace('</ds:X509Certificate>', '<?x?>$&'),
      'processing_instruction',
    ],
    ['an unknown entity', usual.replace('harbour', '&harbour;'), 'entity'],
    ['200 nested tags', inRoot('<a>'.repeat(200) + '</a>'.repeat(200)), 'too_deep'],
    ['40,000 nested tags', '<a>'.repeat(40_000), 'too_deep'],
    [
      '100 attributes',
      inRoot(`<a ${Array.from({ length: 100 }, (_, i) => `a${i}="x"`).join(' ')}/>`),
      'too_many_attributes',
    ],
    ['30,000 elements', inRoot('<a/>'.repeat(30_000)), 'too_many_elements'],
    ['another vocabulary', '<rss version="2.0"/>', 'not_metadata'],
    [
      'the name without its namespace',
      usual.replace(/ xmlns:md="[^"]*"/, ' xmlns:md="urn:other"'),
      'not_metadata',
    ],
    ['no namespace at all', usual.replace(/ xmlns:md="[^"]*"/, ''), 'not_metadata'],
    [
      'an answer in the place of metadata',
      '<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"/>',
      'not_metadata',
    ],
    ['no entities', '<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>', 'not_metadata'],
    ['a service provider', usual.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'no_identity_provider'],
    [
      'a provider hidden in extensions',
      usual.replace(descriptor, `<md:Extensions>${descriptor}</md:Extensions>`),
      'no_identity_provider',
    ],
    ['two providers', usual.replace(descriptor, descriptor + descriptor), 'several_identity_providers'],
    [
      'a federation',
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${usual}${usual}</EntitiesDescriptor>`,
      'several_identity_providers',
    ],
    ['SAML 1.1', plainMetadata({ keys, protocols: 'urn:oasis:names:tc:SAML:1.1:protocol' }), 'not_saml_2'],
    [
      'metadata of last year',
      plainMetadata({ keys, validUntil: '2025-11-21T09:00:00Z' }),
      'metadata_expired',
    ],
    ['an end that is no date', plainMetadata({ keys, validUntil: 'soon' }), 'metadata_expired'],
    ['no entity id', plainMetadata({ keys, entityId: '' }), 'entity_id'],
    ['an entity id with a space', plainMetadata({ keys, entityId: 'https://a b' }), 'entity_id'],
    ['an entity id of two lines', plainMetadata({ keys, entityId: 'https://a&#10;b' }), 'entity_id'],
    ['a very long entity id', plainMetadata({ keys, entityId: `https://${'a'.repeat(1020)}` }), 'entity_id'],
    ['no address to sign in', plainMetadata({ keys, services: '' }), 'no_redirect_address'],
    [
      'an address for the artifact binding alone',
      plainMetadata({
        keys,
        services: `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact" Location="https://idp.harbour.test/"/>`,
      }),
      'no_redirect_address',
    ],
    [
      'a bad address for posts alone',
      plainMetadata({
        keys,
        services: `<md:SingleSignOnService ${post} Location="http://idp.harbour.test/"/>`,
      }),
      'login_address',
    ],
    [
      'no Location',
      plainMetadata({ keys, services: `<md:SingleSignOnService ${redirect}/>` }),
      'login_address',
    ],
    ...Object.entries({
      login_address: [
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'ftp://idp.harbour.test/',
        'http://idp.harbour.test/login',
        'http://localhost.evil.test/login',
        'http://169.254.169.254/latest/meta-data',
        'http://2130706433.evil.test/',
        '//evil.test/login',
        '/login',
        'https:evil.test',
        'https:///evil.test',
        'https:\\\\evil.test',
        'https://idp.harbour.test:99999/',
        'https://',
      ],
      login_address_characters: [
        'https://idp.harbour.test/a b',
        'https://idp.harbour.test/caf\u00E9',
        'https://idp.harbour.test/&#10;x',
        'https://idp.harbour.test/&#9;x',
        'https://idp.harbour.test/&#x202e;',
        'https://idp.harbour.test/&quot;x',
        'https://idp.harbour.test\\@evil.test/',
      ],
      login_address_form: [
        'https://ada:secret@idp.harbour.test/',
        'https://idp.harbour.test@evil.test/',
        'https://@evil.test/',
        'https://idp.harbour.test/#/login',
        `https://idp.harbour.test/${'a'.repeat(2048)}`,
      ],
    } as const).flatMap(([reason, addresses]) =>
      addresses.map((address): HostileFile => [
        `login at ${address.slice(0, 60)}`,
        login(address),
        reason as MetadataProblem,
      ]),
    ),
    ['no key', plainMetadata({ keys: '' }), 'no_certificate'],
    [
      'a key to encrypt with alone',
      plainMetadata({ keys: keyDescriptor(first, 'encryption') }),
      'no_certificate',
    ],
    [
      'a key without a certificate',
      plainMetadata({ keys: '<md:KeyDescriptor use="signing"/>' }),
      'no_certificate',
    ],
    [
      'a certificate outside X509Data',
      plainMetadata({ keys: keys.replaceAll('ds:X509Data', 'ds:Other') }),
      'no_certificate',
    ],
    ['a chain', plainMetadata({ keys: chain }), 'several_certificates_in_a_key'],
    [
      'six certificates',
      plainMetadata({ keys: many.map((one) => keyDescriptor(one)).join('') }),
      'too_many_certificates',
    ],
    [
      "the file of Entra's tenant",
      plainMetadata({
        entityId: 'https://sts.windows.net/6f1c2a54-0b7e-4d0a-9d55-1f3a2b4c5d6e/',
        keys: many
          .slice(0, 4)
          .map((one) => keyDescriptor(one))
          .join(''),
      }),
      'directory_file',
    ],
    [
      'two certificates in the lines of one PEM',
      usual.replace(
        /(<ds:X509Certificate>)[^<]*/,
        `$1${`-----BEGIN CERTIFICATE-----${first}-----END CERTIFICATE-----`.repeat(2)}`,
      ),
      'several_certificates_in_a_key',
    ],
    ['a certificate of nothing', plainMetadata({ keys: keyDescriptor('') }), 'certificate'],
    ['a certificate of noise', plainMetadata({ keys: keyDescriptor('A'.repeat(600)) }), 'certificate'],
    ['half a certificate', plainMetadata({ keys: keyDescriptor(first.slice(0, 400)) }), 'certificate'],
    [
      'a certificate that is not base64',
      plainMetadata({ keys: keyDescriptor('?'.repeat(100)) }),
      'certificate',
    ],
    ['an RSA key of 1024 bits', plainMetadata({ keys: keyDescriptor(weak) }), 'certificate_key'],
    [
      'a weak key and an ended one',
      plainMetadata({ keys: keyDescriptor(weak) + keyDescriptor(ended) }),
      'certificate_key',
    ],
    ['a key on a curve', plainMetadata({ keys: keyDescriptor(curve) }), 'certificate_key'],
    ['a certificate that has ended', plainMetadata({ keys: keyDescriptor(ended) }), 'certificates_expired'],
  ];
}
