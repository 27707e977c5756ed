/** Checks the service's texts: same keys and placeholders in all six languages, all translated, correct typography. */
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

import { serviceTexts } from '#texts/service-texts.ts';

/** Every text of a catalogue by its path in the JSON. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, `${path}/${key}`));
}
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

describe('the texts of mails and pages', () => {
  it.each(languages.filter((language) => language !== 'en'))(
    'are complete in %s, and none is still English',
    (language) => {
      const english = new Map(flat(serviceTexts.en));
      const texts = flat(serviceTexts[language]);
      expect(texts.map(([key]) => key)).toEqual([...english.keys()]);
      for (const [key, text] of texts) {
        expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
        expect(text, key).not.toBe(english.get(key));
      }
    },
  );

  it.each(languages)('have the typography of %s', (language) => {
    for (const [key, text] of flat(serviceTexts[language])) {
      const faults = typography[language].filter((fault) => fault.test(text)).map(String);
      expect({ key, faults }).toEqual({ key, faults: [] });
    }
  });
});

/** Wrong in every language: double or outer spaces, straight quotes, three dots, a hyphen for a dash. */
const everywhere = [/ {2}|^\s|\s$/, /"/, /\.{3}/, / - /];
const typewriterApostrophe = /'/;
/** Narrow no-break space before ? ! ; and no-break space before a colon and inside quotes. */
const frenchSpaces = [/(?<!\u202f)[?!;]/, /(?<!\u00a0):/, /«(?!\u00a0)/, /(?<!\u00a0)»/];

/** Patterns that a language's texts must not contain: wrong typography and words of another register. */
const typography: Readonly<Record<Language, readonly RegExp[]>> = {
  // The specification's own texts have the straight apostrophe.
  en: [...everywhere, /’/],
  de: [...everywhere, typewriterApostrophe, /”/, /(?<!\p{L})(?:du|dich|dein|deine)(?!\p{L})/iu],
  es: [...everywhere, typewriterApostrophe, /^[^¿]*\?/, /^[^¡]*!/, /(?<!\p{L})(?:tú|tu|tus)(?!\p{L})/iu],
  fr: [...everywhere, typewriterApostrophe, ...frenchSpaces, /(?<!\p{L})(?:tu|ton|ta|tes)(?!\p{L})/iu],
  it: [
    ...everywhere,
    typewriterApostrophe,
    /(?<!\p{L})(?:Lei|Suo|Sua|Suoi|Sue)(?!\p{L})|\p{Ll}L[aei](?!\p{L})/u,
  ],
  no: [...everywhere, typewriterApostrophe, /(?<!\p{L})(?:Dem|Deres)(?!\p{L})/u],
};
