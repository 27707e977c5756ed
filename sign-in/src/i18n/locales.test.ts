import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages } from '@app/contract/vocabulary.ts';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');

function flat(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value as object, `${path}${key}.`),
  );
}
const catalogues = Object.fromEntries(
  languages.map((language) => [
    language,
    new Map(flat(JSON.parse(readFileSync(join(src, `i18n/locales/${language}.json`), 'utf8')) as object)),
  ]),
);
const english = catalogues['en'] ?? new Map<string, string>();
const placeholders = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

/** Words that are the same in English and in the language itself. */
const sameAsEnglish = new Set(['it login.password', 'fr notices.region']);

test.each(languages)('%s has every text, with the same placeholders', (language) => {
  const texts = catalogues[language];
  expect([...(texts?.keys() ?? [])]).toEqual([...english.keys()]);
  for (const [key, text] of english) {
    expect(placeholders(texts?.get(key)), `${language} ${key}`).toEqual(placeholders(text));
    expect(texts?.get(key)?.trim(), `${language} ${key}`).toBe(texts?.get(key));
    expect(texts?.get(key), `${language} ${key}`).not.toBe('');
  }
});

test.each(languages.filter((language) => language !== 'en'))('%s leaves nothing in English', (language) => {
  const left = [...english].filter(
    ([key, text]) => catalogues[language]?.get(key) === text && !sameAsEnglish.has(`${language} ${key}`),
  );
  expect(left).toEqual([]);
});

test('French sets its high punctuation off by a space that does not break', () => {
  for (const [key, text] of catalogues['fr'] ?? []) {
    expect(text.replaceAll(/\{\{.*?\}\}/g, ''), key).not.toMatch(/[^\u00a0\u202f][?!;:»]|«[^\u00a0\u202f]/);
  }
});

test('every text is used, and every key that is used exists', () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(src, name), 'utf8'))
    .join('\n');
  const unused = [...english.keys()].filter((key) => !code.includes(`'${key}'`));
  expect(unused).toEqual([]);
  console.log(`texts: ${english.size} in ${languages.length} languages, 0 unused`);
});
