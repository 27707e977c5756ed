/** The addresses of each area's catalogues: hashed JSON files of the build. */
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';

import type { TextArea } from './text-key.ts';

const files = import.meta.glob<string>('./locales/*/*.json', {
  eager: true,
  import: 'default',
  query: '?url',
});

const folders = [...new Set(Object.keys(files).map((file) => file.split('/')[2] ?? ''))];

export const localeAddresses = Object.fromEntries(
  folders.map((folder) => [
    folder,
    Object.fromEntries(
      languages.map((language) => [language, files[`./locales/${folder}/${language}.json`]]),
    ),
  ]),
) as Readonly<Record<TextArea, Readonly<Record<Language, string>>>>;
