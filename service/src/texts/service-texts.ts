/**
 * What the service itself writes to people: emails, the help page, and the pages on the way to a company's provider.
 */
import { readFileSync } from 'node:fs';

import { isolated } from '@app/contract/fields/isolated.ts';
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

import type en from './en.json';

export type ServiceTexts = typeof en;

/** English defines the keys; every language has them (tools/house/catalogues.test.ts). */
export const serviceTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8')),
  ]),
) as Readonly<Record<Language, ServiceTexts>>;

/** Inserts values into a text: `{{name}}`. Throws for a placeholder without a value. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`A mail lacks its value "${name}".`);
    return isolated(value);
  });
}
