/** The texts of every mail in every language. English defines the keys; a language without one does not compile. */
import { isolated } from '@app/contract/fields/isolated.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };
import no from './locales/no.json' with { type: 'json' };

export type MailTexts = typeof en;

export const mailTexts: Readonly<Record<Language, MailTexts>> = { de, en, es, fr, it, no };

/** Inserts values into a text: `{{name}}`. Throws for a placeholder without a value. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`A mail lacks its value "${name}".`);
    return isolated(value);
  });
}
