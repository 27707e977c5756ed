/** The texts of the apps, the emails and the service's own pages in each language. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

const root = join(import.meta.dirname, '../..');
const dashboard = 'dashboard/src/i18n/locales';
const folders = [
  'sign-in/src/i18n/locales',
  'sign-in/src/i18n/locales/later',
  'service/src/texts',
  ...readdirSync(join(root, dashboard)).map((area) => `${dashboard}/${area}`),
];

/** Every text by its key, in the order of the files: `login.submit`, `mails.greeting`, `dashboard.people.lead`. */
export const textsOf = (language: Language): [key: string, text: string][] =>
  folders.flatMap((folder) =>
    flat(
      JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')),
      folder.startsWith(dashboard) ? `dashboard.${basename(folder)}.` : '',
    ),
  );

function flat(node: unknown, path: string): [key: string, text: string][] {
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}

const texts = new Map(languages.map((language) => [language, new Map(textsOf(language))]));

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
