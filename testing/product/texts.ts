/** The texts of the sign-in app in six languages, for tests that compare them with the screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

const folder = join(import.meta.dirname, '../../sign-in/src/i18n/locales');

const texts = new Map(
  languages.map((language) => [
    language,
    new Map(['', 'later'].flatMap((part) => flat(read(join(folder, part, `${language}.json`))))),
  ]),
);

/**
 * Returns the text of a key with its placeholders filled in. Throws for an unknown key.
 *
 * @param values by the names of the placeholders; `reseller` is the product's default
 */
export function translation(
  key: string,
  language: Language = 'en',
  values: Record<string, string> = {},
): string {
  const text = texts.get(language)?.get(key);
  if (text === undefined) throw new Error(`No text ${key} in ${language}`);
  const known: Record<string, string> = { reseller: 'Northline', ...values };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => known[name] ?? placeholder);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function flat(node: unknown, path = ''): [key: string, text: string][] {
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}
