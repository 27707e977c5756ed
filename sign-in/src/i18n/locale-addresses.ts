/** The addresses of each language's catalogues: hashed JSON files of the build. */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { CatalogueName } from './use-texts.ts';

type Addresses = Readonly<Record<`./${Language}.json`, string>>;
// Two patterns: the keys of one make the script larger.
const addresses = {
  first: import.meta.glob('./*.json', {
    base: './locales',
    eager: true,
    import: 'default',
    query: '?url',
  }) as Addresses,
  later: import.meta.glob('./*.json', {
    base: './locales/later',
    eager: true,
    import: 'default',
    query: '?url',
  }) as Addresses,
};

export const addressOf = (language: Language, name: CatalogueName): string =>
  addresses[name][`./${language}.json` as const];
