/** The addresses of each area's catalogues: hashed JSON files of the build. */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { TextArea } from './text-key.ts';

const addresses = import.meta.glob('./*/*.json', {
  base: './locales',
  eager: true,
  import: 'default',
  query: '?url',
}) as Readonly<Record<`./${TextArea}/${Language}.json`, string>>;

export const addressOf = (language: Language, area: TextArea): string =>
  addresses[`./${area}/${language}.json` as const];
