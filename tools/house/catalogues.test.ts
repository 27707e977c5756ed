/** Every language has every text of English, with its placeholders and all plural forms, and each text is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { textsOf } from '@app/testing/product/texts.ts';

import { isTest, listFiles } from './source-files.mjs';

/** `wait.seconds_one` and `wait.seconds_other` are two forms of one text. */
const pluralForm = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string): string => key.replace(pluralForm, '');
const placeholders = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

const english = new Map(textsOf('en'));

test.each(languages)('%s has every text, with the same placeholders', (language) => {
  const texts = textsOf(language);
  const keys = (of: Iterable<string>) => [...new Set([...of].map(withoutForm))];
  expect(keys(texts.map(([key]) => key))).toEqual(keys(english.keys()));
  expect(new Set(texts.map(([key]) => key)).size).toBe(texts.length);
  for (const [key, text] of texts) {
    expect(text, key).not.toBe('');
    // The English text of a plural defines the placeholders of all forms.
    const model = english.get(key) ?? english.get(`${withoutForm(key)}_other`);
    expect(placeholders(text), key).toEqual(placeholders(model));
  }
});

test.each(languages)('%s has every plural form that a count can ask for', (language) => {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  // `_many` is for whole millions, and falls back to `_other` (texts/src/translate.ts).
  const needed = new Set(['other', ...Array.from({ length: 10_000 }, (_, count) => rules.select(count))]);
  const keys = new Set(textsOf(language).map(([key]) => key));
  for (const key of [...keys].filter((each) => pluralForm.test(each))) {
    expect(pluralCategories, key).toContain(pluralForm.exec(key)?.[1]);
    for (const form of needed) expect(keys, key).toContain(`${withoutForm(key)}_${form}`);
  }
});

test('a new language needs no other file of source than the vocabulary', () => {
  const listing = listFiles()
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !isTest(file))
    .filter((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      return languages.every((each) => new RegExp(`['"/]${each}(?:\\.json|['"])|\\b${each}:`).test(code));
    });
  expect(listing).toEqual(['contract/src/fields/vocabulary.ts']);
});

const dashboardTexts = 'dashboard/src/i18n/locales';
const signInTexts = ['sign-in/src/i18n/locales', 'sign-in/src/i18n/locales/later'] as const;

const flat = (node: object, path = ''): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : flat(value as object, `${path}${key}.`),
  );
/** The keys of the catalogue in a folder. A plural text is one key. */
const keysOf = (folder: string): string[] => {
  const keys = flat(JSON.parse(readFileSync(join(root, folder, 'en.json'), 'utf8')) as object);
  return [...new Set(keys.map(withoutForm))];
};
const codeOf = (app: string): string =>
  listFiles(`${app}/src`)
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

const dashboard = codeOf('dashboard');
/** Keys whose last part is a value of the contract: `t(`frame.values.${method}`)`, which the compiler checks. */
const families = [...dashboard.matchAll(/`([a-z][\w-]*(?:\.\w+)*\.)\$\{/g)].map(([, family = '']) => family);

test.each(readdirSync(join(root, dashboardTexts)))('every text of %s is used in the dashboard', (area) => {
  const isUsed = (key: string): boolean =>
    dashboard.includes(`'${key}'`) || families.some((family) => key.startsWith(family));
  const keys = keysOf(`${dashboardTexts}/${area}`).map((key) => `${area}.${key}`);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

const signIn = codeOf('sign-in');
/** The words of a failure have its kind for a name, which the compiler checks (`sign-in/src/auth/failure-words.ts`). */
const failures = readFileSync(join(root, 'session/src/calls/failure.ts'), 'utf8');

test.each(signInTexts)('every text of %s is used in the sign-in app', (folder) => {
  const isUsed = (key: string): boolean =>
    signIn.includes(`'${key}'`) || (key.startsWith('errors.') && failures.includes(`'${key.slice(7)}'`));
  expect(keysOf(folder).filter((key) => !isUsed(key))).toEqual([]);
});

test('no key is in both catalogues of the sign-in app', () => {
  const [first, later] = signInTexts.map(keysOf);
  expect(first?.filter((key) => later?.includes(key))).toEqual([]);
});
