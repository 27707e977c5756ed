import { expect, test } from 'vitest';

import de from './locales/de.json';
import en from './locales/en.json';
import laterDe from './locales/later/de.json';
import laterEn from './locales/later/en.json';
import { createAppTexts } from './create-app-texts.ts';
import { withEnglish, type TextTree } from '@app/texts/with-english.ts';

/** The paths of every text of a catalogue. */
const paths = (tree: TextTree, before = ''): string[] =>
  Object.entries(tree).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${before}${key}`] : paths(text, `${before}${key}.`),
  );
const without = (tree: TextTree, path: string): TextTree => {
  const [key = '', ...rest] = path.split('.');
  const { [key]: text, ...others } = tree;
  return typeof text === 'object' ? { ...others, [key]: without(text, rest.join('.')) } : others;
};
const at = (tree: TextTree, path: string): string | TextTree | undefined =>
  path
    .split('.')
    .reduce<string | TextTree | undefined>(
      (node, key) => (typeof node === 'object' ? node[key] : undefined),
      tree,
    );

test('a text that a language lacks is shown in English, not as its key', () => {
  const lacking = without(de, 'login.submit');
  const texts = createAppTexts({
    language: 'de',
    catalogue: withEnglish(lacking, en),
    later: withEnglish(laterDe, laterEn),
    reseller: 'Northline',
  });
  expect(texts.t('login.submit')).toBe(en.login.submit);
  expect(texts.t('login.password')).toBe(de.login.password);
});

test('any one text of German can be missing', () => {
  let keysShown = 0;
  for (const [german, english] of [
    [de, en],
    [laterDe, laterEn],
  ] as const) {
    for (const path of paths(english)) {
      const filled = withEnglish<TextTree>(without(german, path), english);
      if (at(filled, path) !== at(english, path)) keysShown += 1;
      expect(paths(filled).toSorted()).toEqual(paths(german).toSorted());
    }
  }
  expect(keysShown).toBe(0);
});

test('a complete language is not changed, nor is a plural form that English does not have', () => {
  expect(withEnglish(de, en)).toEqual(de);
  expect(
    withEnglish<TextTree>({ wait: { minutes_many: 'beaucoup' } }, { wait: { minutes_other: 'many' } }),
  ).toEqual({
    wait: { minutes_many: 'beaucoup', minutes_other: 'many' },
  });
  expect(withEnglish<TextTree>({ login: 'no group' }, { login: { title: 'Log in' } })).toEqual({
    login: { title: 'Log in' },
  });
});
