/** Every refusal in the code of SAML has words for the admin: none falls through to those of no cause. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { toldOf } from './refusal-words.ts';

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
