/** Every refusal in the code of SAML has words for the admin: none falls through to those of no cause. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { toldOf } from './refusal-words.ts';
import { expecting, respond } from '#test/saml/saml-answers.ts';
import { verifySamlResponse } from './response.ts';

const here = import.meta.dirname;
const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(here, name), 'utf8'));

/** What the code puts into a message: the names of elements that it requires, and the faults of raw XML. */
const required = sources.flatMap((text) =>
  [...text.matchAll(/(?:onlyChild|childAtMost)\([^;]*?'(?:\w+)', '(\w+)'\)/g)].map(([, name]) => name ?? ''),
);
const prescan = sources.find((text) => text.includes('export type XmlFault')) ?? '';
const faults = [
  ...prescan
    .slice(prescan.indexOf('export type XmlFault'))
    .replace(/;[^]*/, '')
    .matchAll(/'([^']+)'/g),
].map(([, fault]) => fault ?? '');
const filled: Record<string, readonly string[]> = {
  attribute: ['IssueInstant', 'NotOnOrAfter', 'AuthnInstant'],
  name: required,
  what: ['Assertion', 'Response', 'query'],
  'element.localName': [
    'Issuer',
    'Audience',
    'NameID',
    'AttributeValue',
    'DigestValue',
    'CipherValue',
    'SessionIndex',
  ],
  'checked.reason': faults,
};

function messages(): string[] {
  const written = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:invalid|expired|oldSignIn)\(\s*(['`])((?:(?!\1).)*)\1/g)].map(
      ([, , message]) => message ?? '',
    ),
  );
  return [...written, ...faults, 'the provider refused', 'unreadable (TypeError)'].flatMap((message) => {
    const [hole, name = ''] = /\$\{([\w.]+)\}/.exec(message) ?? [];
    if (hole === undefined) return [message];
    const values = filled[name];
    if (values === undefined) throw new Error(`say what ${hole} can be`);
    return values.map((value) => message.replace(hole, value));
  });
}

test('every refusal in the code has a reason of its own for the report and the log', () => {
  const all = [...new Set(messages())];
  // Only the library's verdict has no cause that we know.
  const without = all.filter((message) => toldOf(message).reason === 'other');
  expect(faults.length).toBeGreaterThan(14);
  expect(required).toContain('Subject');
  expect(without).toEqual([]);
});

test.each([
  ['too many elements', 'tooLarge', 'samlTooLarge'],
  ['another hash in OAEP', 'encryptionMethod', 'samlEncryptionMethod'],
  ['a key transport that is not allowed', 'encryptionMethod', 'samlEncryptionMethod'],
  ['not encrypted for us', 'notDecrypted', 'samlEncryption'],
  ['an Issuer of another format', 'issuerFormat', 'samlIssuerFormat'],
  ['white space around NameID', 'blankAround', 'samlBlankAround'],
  ['white space around AttributeValue', 'blankAround', 'samlBlankAround'],
  ['an algorithm that is not allowed in DigestMethod', 'weakAlgorithm', 'samlAlgorithm'],
  ['an unknown encoding', 'encoding', 'samlUnreadable'],
])('%s: %s in a report, %s in the log', (message, reason, log) => {
  expect(toldOf(message)).toMatchObject({ reason, log });
});

const canary = 'Canary7';
const now = Date.now();
const word = canary.repeat(400);

type Places = Record<string, (xml: string) => string>;
/** Texts that a provider may write and sign, possibly with personal data. */
const signed: Places = {
  'the status': (xml) => xml.replace(/status:Success/, word),
  'the issuer': (xml) => xml.replace(/<saml:Issuer>[^<]*/g, `<saml:Issuer>${word}`),
  'the issuer, an element': (xml) => xml.replace(/<saml:Issuer>/g, `<saml:Issuer><${word}/>`),
  'the audience': (xml) => xml.replace(/<saml:Audience>[^<]*/, `<saml:Audience>${word}`),
  'the recipient': (xml) => xml.replace(/Recipient="[^"]*"/, `Recipient="${word}"`),
  'the name': (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${word}@evil.test`),
  'a condition': (xml) =>
    xml.replace(/<saml:AudienceRestriction>/, `<saml:${word}/><saml:AudienceRestriction>`),
  'a time': (xml) => xml.replace(/IssueInstant="[^"]*"/g, `IssueInstant="${word}"`),
};
/** Texts that anyone may write, before the signature is verified. */
const unsigned: Places = {
  'a transform': (xml) =>
    xml
      .replace(/<ds:Transform Algorithm="[^"]*"/g, `<ds:${word} Algorithm="x"`)
      .replaceAll('</ds:Transform>', `</ds:${word}>`),
  'the transforms': (xml) => xml.replace(/<(\/?)ds:Transforms>/g, `<$1ds:${word}>`),
  'the method': (xml) => xml.replace(/<(\/?)ds:SignatureMethod /g, `<$1ds:${word} `),
  'the digest': (xml) => xml.replace(/DigestMethod Algorithm="[^"]*"/, `DigestMethod Algorithm="${word}"`),
  'an ID': (xml) => xml.replace(/ ID="[^"]*"/, ` ID="${word} x"`),
  'the root': (xml) => xml.replace(/<(\/?)samlp:Response/g, `<$1samlp:${word}`),
  'an element that is not closed': (xml) => xml.replace('</saml:Assertion>', `</saml:${word}>`),
  'an entity': (xml) => xml.replace('<samlp:Status>', `&${word};<samlp:Status>`),
  'a namespace': (xml) => xml.replace('xmlns:saml="', `xmlns:saml="${word}`),
};

test('D11: no reason of a refusal quotes the answer', async () => {
  const answers = [
    ...Object.entries(signed).map(([place, change]) => [place, respond({ now, change })] as const),
    ...Object.entries(unsigned).map(
      ([place, changeSigned]) => [place, respond({ now, changeSigned })] as const,
    ),
  ];
  const quoting: string[] = [];
  for (const [place, answer] of answers) {
    expect(Buffer.from(answer, 'base64').toString(), place).toContain(word);
    const verdict = await verifySamlResponse(answer, expecting({ now }));
    if (verdict.ok) throw new Error(`${place}: accepted`);
    if (verdict.reason.includes(canary) || verdict.reason.length > 80) quoting.push(place);
  }
  expect(quoting).toEqual([]);
});
