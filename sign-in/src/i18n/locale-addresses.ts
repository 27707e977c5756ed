/** The addresses of each language's catalogues: hashed JSON files of the build. */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import type { CatalogueName } from './use-texts.ts';
import laterDe from './locales/later/de.json?url';
import laterEn from './locales/later/en.json?url';
import laterEs from './locales/later/es.json?url';
import laterFr from './locales/later/fr.json?url';
import laterIt from './locales/later/it.json?url';
import laterNo from './locales/later/no.json?url';
import de from './locales/de.json?url';
import en from './locales/en.json?url';
import es from './locales/es.json?url';
import fr from './locales/fr.json?url';
import it from './locales/it.json?url';
import no from './locales/no.json?url';

export const localeAddresses: Readonly<Record<CatalogueName, Readonly<Record<Language, string>>>> = {
  first: { de, en, es, fr, it, no },
  later: { de: laterDe, en: laterEn, es: laterEs, fr: laterFr, it: laterIt, no: laterNo },
};
