/**
 * Threat C4: test cases of answers with a valid signature of the provider that must be refused, and of a few unusual
 * answers that must be accepted.
 */
import type { SsoErrorValue } from '@app/contract/fields/vocabulary.ts';

import type { AnswerOptions } from './saml-idp.ts';

export type SamlCase = [
  name: string,
  /** 'A' for accepted, or the error. */
  verdict: 'A' | SsoErrorValue,
  answer: Partial<AnswerOptions>,
  /** Set for a case about providers that sign the whole answer. */
  expected?: { responseSigned: true },
];

const R = 'sso-invalid-response';
const hour = 3600;
const year = 365 * 24 * hour;

/** Replaces the first match; throws without one, because a case that changes nothing proves nothing. */
const put =
  (search: string | RegExp, replacement: string) =>
  (xml: string): string => {
    const changed = xml.replace(search, replacement);
    if (changed === xml) throw new Error(`nothing to replace: ${search}`);
    return changed;
  };
const inAssertion =
  (search: string | RegExp, replacement: string) =>
  (xml: string): string => {
    const start = xml.indexOf('<saml:Assertion');
    return xml.slice(0, start) + put(search, replacement)(xml.slice(start));
  };
const attribute = (value: string) =>
  `<saml:Attribute Name="email"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
const nameId = (inner: string) => put(/(<saml:NameID[^>]*>)[^<]*/, `$1${inner}`);
const value = (inner: string) => put(/(<saml:AttributeValue>)[^<]*/, `$1${inner}`);
const status = (code: string) =>
  put(/<samlp:StatusCode [^>]*\/>/, `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}"/>`);
const sha1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
};

/** Two confirmations instead of one, of which `other` is for another address. */
const confirmations =
  (write: (own: string, other: string) => string) =>
  (xml: string): string => {
    const [own = ''] = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/.exec(xml) ?? [];
    return put(
      own,
      write(own, own.replace(/Recipient="[^"]*"/, 'Recipient="https://other.example.com/acs"')),
    )(xml);
  };

/** The cases at the time `now` (ms). The answer's email is in an attribute named `email` and in the NameID. */
export function samlCases(now: number): SamlCase[] {
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  return [
    // The library accepts these.
    ['Destination other', R, { change: put(/Destination="[^"]*"/, 'Destination="https://evil.test/acs"') }],
    ['Destination absent, answer signed', R, { change: put(/ Destination="[^"]*"/, '') }],
    ['Recipient other', R, { change: put(/Recipient="[^"]*"/, 'Recipient="https://evil.test/acs"') }],
    ['Recipient absent', R, { change: put(/ Recipient="[^"]*"/, '') }],
    ['Response Issuer other', R, { change: put(/(<saml:Issuer>)[^<]*/, '$1https://evil.test') }],
    ['Assertion Issuer other', R, { change: inAssertion(/(<saml:Issuer>)[^<]*/, '$1https://evil.test') }],
    [
      'Assertion Issuer absent',
      R,
      { change: inAssertion(/<saml:Issuer>[^<]*<\/saml:Issuer>/, ''), signaturePlace: 'last' },
    ],
    [
      'Response Issuer absent, answer signed',
      R,
      { change: put(/<saml:Issuer>[^<]*<\/saml:Issuer>/, ''), signaturePlace: 'last' },
    ],
    [
      'SubjectConfirmation absent',
      R,
      { change: put(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '') },
    ],
    ['holder-of-key', R, { change: put('cm:bearer', 'cm:holder-of-key') }],
    ['sender-vouches', R, { change: put('cm:bearer', 'cm:sender-vouches') }],
    ['confirmation without InResponseTo', R, { change: inAssertion(/ InResponseTo="[^"]*"/, '') }],
    [
      'confirmation with NotBefore',
      R,
      {
        change: put(
          '<saml:SubjectConfirmationData ',
          `<saml:SubjectConfirmationData NotBefore="${at(-30)}" `,
        ),
      },
    ],
    ['Status Responder with an assertion', R, { change: status('Responder') }],
    ['Status AuthnFailed with an assertion', 'sso-denied', { change: status('AuthnFailed') }],
    ['no AuthnStatement', R, { change: put(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') }],
    [
      'SessionNotOnOrAfter passed',
      'sso-old-sign-in',
      { change: put('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${at(-120)}" `) },
    ],
    [
      'issued in an hour',
      'sso-expired',
      { change: inAssertion(/IssueInstant="[^"]*"/, `IssueInstant="${at(hour)}"`) },
    ],
    ['Assertion Version 1.1', R, { change: inAssertion('Version="2.0"', 'Version="1.1"') }],
    ['Response Version 1.1', R, { change: put('Version="2.0"', 'Version="1.1"') }],
    [
      'unknown condition',
      R,
      { change: put('</saml:Conditions>', '<x:Moon xmlns:x="urn:x" Phase="full"/></saml:Conditions>') },
    ],
    ['Conditions without times', R, { change: put(/<saml:Conditions [^>]*>/, '<saml:Conditions>') }],
    [
      'two email values',
      R,
      {
        change: put(
          '</saml:AttributeValue>',
          '</saml:AttributeValue><saml:AttributeValue>eve@northline.test</saml:AttributeValue>',
        ),
      },
    ],
    [
      'email attribute twice',
      R,
      {
        change: put(
          '</saml:AttributeStatement>',
          `${attribute('eve@northline.test')}</saml:AttributeStatement>`,
        ),
      },
    ],
    ['NameID with another address', R, { change: nameId('eve@northline.test') }],
    ['empty NameID', R, { change: nameId('') }],
    ['NameID of spaces', R, { change: nameId('   ') }],
    ['an element in the value', R, { change: value('ada@northline.test<b xmlns="urn:b">.evil.test</b>') }],
    ['comment in the NameID', R, { change: nameId('ada@northline.test<!-- x -->.evil.test') }],
    ['comment in the value', R, { change: value('ada@northline.test<!-- x -->.evil.test') }],
    ['CDATA in the NameID', R, { change: nameId('ada@northline.test<![CDATA[.evil.test]]>') }],
    ['CDATA in the value', R, { change: value('ada@northline.test<![CDATA[.evil.test]]>') }],
    ['RSA-SHA1 and SHA1', R, sha1],
    ['SHA1 in the digest alone', R, { digest: sha1.digest }],
    ['OneTimeUse', 'A', { change: put('</saml:Conditions>', '<saml:OneTimeUse/></saml:Conditions>') }],
    ['control', 'A', {}],
    [
      'Destination absent, assertion signed',
      'A',
      { change: put(/ Destination="[^"]*"/, ''), sign: 'assertion' },
    ],
    // The library refuses these, too.
    ['Audience other', R, { change: put(/(<saml:Audience>)[^<]*/, '$1https://evil.test') }],
    ['Audience absent', R, { change: put(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }],
    ['Conditions absent', R, { change: put(/<saml:Conditions .*<\/saml:Conditions>/, '') }],
    [
      'Conditions expired',
      'sso-expired',
      { change: put(/(<saml:Conditions .*?NotOnOrAfter=")[^"]*/, `$1${at(-120)}`) },
    ],
    [
      'Conditions to come',
      'sso-expired',
      { change: put(/(<saml:Conditions NotBefore=")[^"]*/, `$1${at(120)}`) },
    ],
    [
      'confirmation expired',
      'sso-expired',
      { change: put(/(SubjectConfirmationData NotOnOrAfter=")[^"]*/, `$1${at(-120)}`) },
    ],
    [
      'confirmation without an end',
      R,
      { change: put(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') },
    ],
    [
      'confirmation of another request',
      R,
      { change: inAssertion(/InResponseTo="[^"]*"/, 'InResponseTo="_other"') },
    ],
    ['answer to another request', R, { requestId: '_other' }],
    ['answer to no request', R, { change: put(/ InResponseTo="[^"]*"/, '') }],
    [
      'issued an hour ago',
      'sso-expired',
      { change: inAssertion(/IssueInstant="[^"]*"/, `IssueInstant="${at(-hour)}"`) },
    ],
    ['good for ten years', R, { change: (xml) => xml.replaceAll(at(300), at(10 * year)) }],
    ['assertion signed alone, both wanted', R, { sign: 'assertion' }, { responseSigned: true }],
    ['answer signed alone', R, { sign: 'response' }, { responseSigned: true }],
    ['nothing signed', R, { sign: 'none' }],
    // SAML Profiles §4.1.4.3: one confirmation of several is enough.
    [
      'two confirmations, the second for another',
      'A',
      { change: confirmations((own, other) => own + other) },
    ],
    ['two confirmations, the first for another', 'A', { change: confirmations((own, other) => other + own) }],
    ['two confirmations, none for us', R, { change: confirmations((_, other) => other + other) }],
    ['Destination of another company', R, { acsUrl: 'https://login.northline.test/auth/v1/saml/other/acs' }],
  ];
}
