/** Where the build put each language's catalogue: hashed JSON files. */
import type { Language } from '@app/contract/vocabulary.ts';

import de from './locales/de.json?url';
import en from './locales/en.json?url';
import es from './locales/es.json?url';
import fr from './locales/fr.json?url';
import it from './locales/it.json?url';
import no from './locales/no.json?url';

export const localeAddresses: Readonly<Record<Language, string>> = { de, en, es, fr, it, no };
