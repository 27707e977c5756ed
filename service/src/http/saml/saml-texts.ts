/** The texts of the pages between us and a company's identity provider. */
import type { Language } from '@app/contract/fields/vocabulary.ts';

import de from './logout-texts/de.json' with { type: 'json' };
import en from './logout-texts/en.json' with { type: 'json' };
import es from './logout-texts/es.json' with { type: 'json' };
import fr from './logout-texts/fr.json' with { type: 'json' };
import it from './logout-texts/it.json' with { type: 'json' };
import no from './logout-texts/no.json' with { type: 'json' };

export type SamlTexts = typeof en;

/** Every language has every text of the English one, or this does not compile. */
export const samlTexts: Readonly<Record<Language, SamlTexts>> = { de, en, es, fr, it, no };
