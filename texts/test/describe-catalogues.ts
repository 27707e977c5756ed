/** The tests that the catalogues of every app pass: complete in each language, and written as the language is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

const others = languages.filter((language) => language !== 'en');

/** `wait.seconds_one` and `wait.seconds_other` are two forms of one text. */
const pluralForm = /_(one|two|few|many|other|zero)$/;
const withoutForm = (key: string): string => key.replace(pluralForm, '');
/** The forms that a language has for any count that a page can show. */
const formsOf = (language: string): Set<string> => {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 10_000 }, (_, count) => rules.select(count)));
};
const placeholders = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

function flat(node: object, path = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value as object, `${path}${key}.`),
  );
}

/** The texts of a file by key. */
const readCatalogue = (folder: string, language: string): ReadonlyMap<string, string> =>
  new Map(flat(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as object));

/** The keys of a file, each plural text once. */
export const keysOf = (folder: string, language = 'en'): string[] => [
  ...new Set([...readCatalogue(folder, language).keys()].map(withoutForm)),
];

/**
 * Adds the tests of one folder with a file for each language.
 *
 * @param sameAsEnglish texts that are the same in English and in the language itself: `de status.version`
 */
export function describeCatalogues(folder: string, sameAsEnglish: ReadonlySet<string>): void {
  const texts = new Map(languages.map((language) => [language as string, readCatalogue(folder, language)]));
  const textsOf = (language: string) => texts.get(language) ?? new Map<string, string>();
  const english = textsOf('en');
  /** A plural text has its forms in every language; the English text defines their placeholders. */
  const englishOf = (key: string) => english.get(key) ?? english.get(`${withoutForm(key)}_other`) ?? '';

  test.each(languages)('%s has every text, with the same placeholders', (language) => {
    const own = textsOf(language);
    expect(new Set([...own.keys()].map(withoutForm))).toEqual(new Set([...english.keys()].map(withoutForm)));
    for (const [key, text] of own) {
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(englishOf(key)));
      expect(text.trim(), `${language} ${key}`).toBe(text);
      expect(text, `${language} ${key}`).not.toBe('');
    }
    for (const key of new Set([...own.keys()].filter((each) => pluralForm.test(each)).map(withoutForm))) {
      for (const form of formsOf(language)) expect([...own.keys()], language).toContain(`${key}_${form}`);
    }
  });

  test.each(others)('%s leaves nothing in English', (language) => {
    const left = [...english].filter(
      ([key, text]) => textsOf(language).get(key) === text && !sameAsEnglish.has(`${language} ${key}`),
    );
    expect(left).toEqual([]);
  });

  test('French has a narrow space before ? ! ; and a wide one before a colon and within quotes, and none breaks', () => {
    for (const [key, text] of textsOf('fr')) {
      expect(text.replaceAll(/\{\{.*?\}\}/g, ''), key).not.toMatch(/[^\u202f][?!;]|[^\u00a0][:»]|«[^\u00a0]/);
    }
  });

  test('no language has a straight apostrophe or quotation mark but English', () => {
    for (const language of others) {
      for (const [key, text] of textsOf(language)) expect(text, `${language} ${key}`).not.toMatch(/['"]/);
    }
  });
}
