/** Issue 4, 3.2 and 3.3: unusual characters in the values of a signed answer, and the log of a refused one. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';

import { emailAttribute, expecting, respond, spKeys } from '#test/saml/saml-answers.ts';
import { type AnswerOptions, makeSigningKeys } from '#test/saml/saml-idp.ts';

import { verifySamlResponse } from './response.ts';

const now = Date.now();
const decryptionKeys = [createPrivateKey(spKeys.privateKey)];
const verify = (answer: Partial<AnswerOptions>, change: Parameters<typeof expecting>[0] = {}) =>
  verifySamlResponse(respond({ now, ...answer }), expecting({ now, decryptionKeys, ...change }));

const codes = [
  0x09, 0x0a, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2003, 0x200b, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
  0xfeff,
];
/** As character references, because the signer's parser reads some characters as line ends. */
const blanks = codes.map((code) => `&#${code};`);

/** The signer writes every character literally. XML 1.0 parsers then read a carriage return as a line end. */
const withReturns = (xml: string): string => xml.replaceAll('\r', '&#13;');
const withReferences = (xml: string): string =>
  xml.replace(/[\r\u0085\u2028\u2029]/g, (letter) => `&#${letter.charCodeAt(0)};`);

test('C2: white space around an identity is refused, not trimmed', async () => {
  const places = {
    NameID: /(<saml:NameID[^>]*>)([^<]*)/,
    AttributeValue: /(<saml:AttributeValue>)([^<]*)/,
  };
  let accepted = 0;
  const reasons = new Set<string>();
  let tried = 0;
  for (const [place, value] of Object.entries(places)) {
    for (const blank of blanks) {
      for (const written of [`$1${blank}$2`, `$1$2${blank}`]) {
        const change = (xml: string) => xml.replace(value, written);
        const inNameId = place === 'NameID';
        const { configuration } = expecting();
        const verdict = await verify(
          { change, sign: 'assertion', changeSigned: withReturns },
          { configuration: { ...configuration, emailAttribute: inNameId ? undefined : emailAttribute } },
        );
        tried++;
        if (verdict.ok) accepted++;
        else reasons.add(verdict.reason);
      }
    }
  }
  expect(accepted).toBe(0);
  expect([...reasons].toSorted()).toEqual(['white space around AttributeValue', 'white space around NameID']);
});

test.each(['<saml:AttributeValue/>', '<saml:AttributeValue><other>mfa</other></saml:AttributeValue>'])(
  'a way of signing in that cannot be read proves no second step, and refuses nobody: %s',
  async (value) => {
    const change = (xml: string) =>
      xml.replace(
        '</saml:AttributeStatement>',
        `<saml:Attribute Name="amr">${value}</saml:Attribute></saml:AttributeStatement>`,
      );
    const verdict = await verify({ change, sign: 'assertion' });
    expect(verdict.ok ? verdict.identity.twoSteps : verdict).toBe(false);
  },
);

test('NEL and the line separator in any value do not break a good signature', async () => {
  const named = (value: string) => (xml: string) =>
    xml.replace(
      '</saml:AttributeStatement>',
      `<saml:Attribute Name="displayName" FriendlyName="a${value}b"><saml:AttributeValue>Ada${value}Lovell</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
    );
  const ways: Record<string, Partial<AnswerOptions>> = {
    'both signed': {},
    'assertion signed': { sign: 'assertion' },
    'encrypted, GCM': { encryptFor: spKeys.certificate },
    'encrypted, CBC': { encryptFor: spKeys.certificate, cipher: 'aes256-cbc' },
  };
  const written = { 'as a letter': withReturns, 'as a reference': withReferences };
  let accepted = 0;
  const refused: string[] = [];
  for (const [way, options] of Object.entries(ways)) {
    for (const [how, write] of Object.entries(written)) {
      for (const letter of ['\u0085', '\u2028', '\u2029', '\r']) {
        const answer = respond({
          now,
          ...options,
          change: named(`&#${letter.charCodeAt(0)};`),
          // In an encrypted assertion this is the last change; otherwise the answer is signed afterwards.
          changeSignedAssertion: options.encryptFor === undefined ? withReferences : write,
          changeSigned: write,
        });
        const verdict = await verifySamlResponse(answer, expecting({ now, decryptionKeys }));
        if (verdict.ok) accepted++;
        else refused.push(`${way}, U+${letter.charCodeAt(0).toString(16)} ${how}: ${verdict.reason}`);
      }
    }
  }
  expect(refused).toEqual([]);
});

test('the log distinguishes unsigned, signed by an unknown key, and changed after signing', async () => {
  const keys = await makeSigningKeys();
  const cases: [reason: string, answer: Partial<AnswerOptions>][] = [
    ['unsigned: Assertion', { sign: 'none' }],
    ['unsigned: Assertion', { sign: 'response' }],
    ['unknown key', { keys }],
    ['unknown key', { keys, keyInfo: false }],
    ['unknown key', { keys, sign: 'assertion' }],
    ['unknown key', { keys, encryptFor: spKeys.certificate }],
    ['changed message', { changeSigned: (xml) => xml.replaceAll('ada@', 'eve@') }],
    ['changed message', { changeSigned: (xml) => xml.replaceAll('ada@', 'eve@'), sign: 'assertion' }],
    ['changed message', { changeSigned: (xml) => xml.replace(/(<ds:DigestValue>)./, '$1_') }],
    ['changed message', { changeSigned: (xml) => xml.replace(/(<ds:SignatureValue>)../, '$1AA') }],
  ];
  const said: string[] = [];
  for (const [, answer] of cases) {
    const verdict = await verify(answer);
    said.push(verdict.ok ? 'accepted' : verdict.reason);
  }
  expect(said).toEqual(cases.map(([reason]) => reason));
});
