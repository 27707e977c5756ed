/** What the standard allows, and values that agree, are accepted; what differs is refused. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';

import { expecting, respond, spKeys } from '#test/saml/saml-answers.ts';
import type { AnswerOptions } from '#test/saml/saml-idp.ts';

import { verifySamlResponse } from './response.ts';

const now = Date.now();
const decryptionKeys = [createPrivateKey(spKeys.privateKey)];
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const put =
  (search: string | RegExp, replacement: string) =>
  (xml: string): string => {
    const changed = xml.replace(search, replacement);
    if (changed === xml) throw new Error(`nothing to replace: ${search}`);
    return changed;
  };
const confirmation = (recipient: string, method = 'bearer', until = at(300)) =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}" InResponseTo="_other"/></saml:SubjectConfirmation>`;
const other = 'https://other.example.com/acs';
const statement = (more: string) =>
  `<saml:AuthnStatement ${more}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
const attribute = (name: string, ...values: string[]) =>
  `<saml:Attribute ${name}>${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
const more = (attributes: string) =>
  put('</saml:AttributeStatement>', `${attributes}</saml:AttributeStatement>`);
const zone = (offset: string) => (xml: string) => xml.replaceAll(/(\.\d{3})Z"/g, `$1${offset}"`);
const withComments = 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments';

const taken: Record<string, Partial<AnswerOptions>> = {
  'a second confirmation for another address': {
    change: put('</saml:Subject>', `${confirmation(other)}</saml:Subject>`),
  },
  'one before it, and a holder of key': {
    change: put(
      '<saml:SubjectConfirmation ',
      `${confirmation(other)}${confirmation(other, 'holder-of-key')}<saml:SubjectConfirmation `,
    ),
  },
  'a confirmation without data before it': {
    change: put(
      '<saml:SubjectConfirmation ',
      '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/><saml:SubjectConfirmation ',
    ),
  },
  'an ended sign-in beside a good one': {
    change: put(
      '<saml:AuthnStatement ',
      `${statement(`AuthnInstant="${at(-60)}" SessionNotOnOrAfter="${at(-120)}"`)}<saml:AuthnStatement `,
    ),
  },
  'another audience beside ours': {
    change: put('<saml:Audience>', '<saml:Audience>https://other.example.com</saml:Audience><saml:Audience>'),
  },
  'white space around the audience': { change: put(/<saml:Audience>([^<]*)/, '<saml:Audience>\n   $1\n  ') },
  'white space around the issuer': { change: put(/<saml:Issuer>([^<]*)/, '<saml:Issuer>\n   $1\n  ') },
  'the email in two attributes': {
    change: more(attribute('Name="urn:oid:1.2.840.113549.1.9.1" FriendlyName="email"', 'Ada@Northline.test')),
  },
  'the email twice in one': {
    change: put(
      '</saml:AttributeValue>',
      '</saml:AttributeValue><saml:AttributeValue>ada@northline.test</saml:AttributeValue>',
    ),
  },
  'a login name as NameID': { change: put(/(<saml:NameID[^>]*>)[^<]*/, '$1ada') },
  'times with +00:00': { change: zone('+00:00') },
  'times with -00:00': { change: zone('-00:00') },
  'canonicalisation with comments': { canonicalization: withComments },
  'a byte order mark': { changeSigned: (xml) => `\uFEFF<?xml version="1.0" encoding="utf-16"?>${xml}` },
  'a blank line first': { changeSigned: (xml) => `\n\u00A0<?xml version="1.0"?>${xml}` },
};

test.each(Object.entries(taken))('%s: accepted', async (_what, answer) => {
  expect(await verifySamlResponse(respond({ now, ...answer }), expecting({ now }))).toMatchObject({
    ok: true,
    identity: { email: 'ada@northline.test' },
  });
});

test('they are accepted when encrypted, too', async () => {
  for (const [what, answer] of Object.entries(taken)) {
    const encrypted = respond({ now, ...answer, encryptFor: spKeys.certificate });
    const verdict = await verifySamlResponse(encrypted, expecting({ now, decryptionKeys }));
    expect(verdict, what).toMatchObject({ ok: true });
  }
});

test('an answer in UTF-16 is read, also while many were refused', async () => {
  const xml = Buffer.from(respond({ now }), 'base64').toString();
  const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${xml}`, 'utf16le').toString(
    'base64',
  );
  for (const flooded of [false, true])
    expect(await verifySamlResponse(utf16, expecting({ now, flooded }))).toMatchObject({ ok: true });
});

const refused: [reason: string, answer: Partial<AnswerOptions>][] = [
  [
    'another Recipient',
    {
      change: put(
        /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/,
        confirmation(other) + confirmation(other),
      ),
    },
  ],
  [
    'a confirmation of another request',
    {
      change: put(
        /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/,
        confirmation(other) + confirmation(expecting().acsUrl),
      ),
    },
  ],
  [
    'two values of the email',
    { change: more(attribute('Name="x" FriendlyName="email"', 'eve@northline.test')) },
  ],
  [
    'a NameID with another address',
    { change: put(/(<saml:NameID[^>]*>)[^<]*/, '$1ada_ext#EXT#@northline.test') },
  ],
  [
    'another Audience',
    {
      change: put(
        '</saml:AudienceRestriction>',
        '</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>https://other.example.com</saml:Audience></saml:AudienceRestriction>',
      ),
    },
  ],
  ['IssueInstant is not a time', { change: zone('+01:00') }],
  ['IssueInstant is not a time', { change: zone('') }],
];

test.each(refused)('%s: refused', async (reason, answer) => {
  expect(await verifySamlResponse(respond({ now, ...answer }), expecting({ now }))).toMatchObject({
    ok: false,
    reason,
  });
});
