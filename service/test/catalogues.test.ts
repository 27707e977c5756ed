/** The service's texts: the same keys and placeholders in all six languages, and none left in English. */
import { describe, expect, it } from 'vitest';
import { languages } from '@app/contract/vocabulary.ts';

import { mailTexts } from '#gateways/mail-templates/mail-texts.ts';
import { helpTexts } from '#http/help-page.ts';

/** Every text of a catalogue by its place in it. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, `${path}/${key}`));
}
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

describe.each([
  ['mails', mailTexts],
  ['help', helpTexts],
] as const)('the texts of %s', (_, catalogue) => {
  it.each(languages.filter((language) => language !== 'en'))(
    'are complete in %s and none is left in English',
    (language) => {
      const english = new Map(flat(catalogue.en));
      const texts = flat(catalogue[language]);
      expect(texts.map(([key]) => key)).toEqual([...english.keys()]);
      for (const [key, text] of texts) {
        expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
        expect(text, key).not.toBe(english.get(key));
      }
    },
  );
});
