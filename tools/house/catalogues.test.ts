/** Every language has every text of English, with its placeholders and all plural forms. */
import { readFileSync } from 'node:fs';
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
