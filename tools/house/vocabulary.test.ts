/** Names and sentences of the source hold to the two tables of CONTRIBUTING.md#vocabulary. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';

import { holds, identifiersOf, refusedWords, sentencesOf } from './find-words.mjs';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const contributing = read('CONTRIBUTING.md');
const refusedNames = refusedWords(contributing, 'Term');
const refusedPhrases = refusedWords(contributing, 'Write');
const anyPhrase = new RegExp(`\\b(?:${refusedPhrases.join('|')})\\b`, 'i');

/** Files that write a name of the wire or of another product by hand, each with the words that it may use. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'contract/src/calls/wire-names.ts': ['mfa'],
  'contract/src/calls/wire-names.test.ts': ['mfa'],
  'session/src/calls/client.test.ts': ['mfa'],
  'service/src/flows/sign-in/password.test.ts': ['mfa'],
  'service/src/http/forms/form-posts.test.ts': ['mfa'],
  'service/src/idempotency/exactly-once.test.ts': ['mfa'],
  'testing/foreign-providers/saml.ts': ['mfa'],
  'testing/product/accounts.ts': ['mfa'],
  'testing/browser/mock-responses.ts': ['tooManyRequests'],
  'journeys/sign-in/wrong-code.test.ts': ['mfa'],
  // How other products name the code.
  'log/src/secret-names.ts': ['otp'],
  // Microsoft's word for the directory of a company.
  'service/test/saml/idp-metadata.ts': ['tenant'],
};

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.includes('/migrations/') && !file.startsWith('tools/house/vocabulary.test'));

/** Every refused word in a source, as `line: word`. */
function problems(file: string, source: string): string[] {
  const mayUse = allowed[file] ?? [];
  const names = [{ name: file, line: 0 }, ...identifiersOf(source)].flatMap(({ name, line }) =>
    refusedIn(name)
      .filter((word) => !mayUse.includes(word))
      .map((word) => `${line}: ${word} in ${name}`),
  );
  const phrases = sentencesOf(source).flatMap(({ text, line }) => {
    const phrase = anyPhrase.exec(text)?.[0];
    return phrase === undefined ? [] : [`${line}: ${phrase} in "${text.trim()}"`];
  });
  return [...names, ...phrases];
}

const judged = new Map<string, readonly string[]>();
/** The refused words in a name. Most names come many times. */
function refusedIn(name: string): readonly string[] {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const found = refusedNames.filter((word) => holds(name, word));
  judged.set(name, found);
  return found;
}

test('no name and no sentence uses a word of the refused columns', () => {
  let names = 0;
  let sentences = 0;
  const found = files.flatMap((file) => {
    const source = read(file);
    names += identifiersOf(source).length;
    sentences += sentencesOf(source).length;
    return problems(file, source).map((problem) => `${file}:${problem}`);
  });
  expect(found).toEqual([]);
  expect(names).toBeGreaterThan(100_000);
  expect(sentences).toBeGreaterThan(5_000);
  expect(refusedNames.length).toBeGreaterThan(15);
});

test('every exception is needed', () => {
  const unneeded = Object.entries(allowed).flatMap(([file, words]) => {
    const used = [file, ...identifiersOf(read(file)).map(({ name }) => name)];
    return words.filter((word) => !used.some((name) => holds(name, word))).map((word) => `${file}: ${word}`);
  });
  expect(unneeded).toEqual([]);
});

test.each([
  ['an identifier', 'const tenantId = 1;', ['1: tenant in tenantId']],
  [
    'a name of three words',
    '\nthrow new Refusal(tooManyRequestsNow);',
    ['2: tooManyRequests in tooManyRequestsNow'],
  ],
  ['a name in capitals', 'type MFAState = 1;', ['1: mfa in MFAState']],
  ['a snake case name', 'const x = { otp_code: 1 };', ['1: otp in otp_code']],
  ['the text of a value', "const path = '/tenant'; // of a company", []],
  ['a template', 'const path = `tenant ${company}`;', []],
  ['another word with the letters', 'const tenants = maintenance;', []],
  ['a comment in names', '/* tenantId */ const companyId = 1;', []],
])('%s is judged', (_name, source, expected) => {
  expect(problems('some/file.ts', source)).toEqual(expected);
});

test('a phrase is refused in comments and names of tests, and nowhere else', () => {
  const [phrase = ''] = refusedPhrases;
  expect(problems('some/file.ts', `/** It ${phrase} here. */`)).toHaveLength(1);
  expect(problems('some/file.ts', `test('it ${phrase} here', () => {});`)).toHaveLength(1);
  expect(problems('some/file.ts', `test.each([1])('it ${phrase} here', () => {});`)).toHaveLength(1);
  expect(problems('some/file.ts', `const text = 'it ${phrase} here';`)).toEqual([]);
});

test('a file name is a name', () => {
  expect(problems('some/tenant-list.ts', '')).toEqual(['0: tenant in some/tenant-list.ts']);
});
