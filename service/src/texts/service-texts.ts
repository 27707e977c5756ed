/**
 * What the service itself writes to people: emails, the help page, and the pages on the way to a company's provider.
 */
import { isolated } from '@app/contract/fields/isolated.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';

import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import no from './no.json' with { type: 'json' };

export type ServiceTexts = typeof en;

/** English defines the keys; a language without one does not compile. */
export const serviceTexts: Readonly<Record<Language, ServiceTexts>> = { de, en, es, fr, it, no };

/** Inserts values into a text: `{{name}}`. Throws for a placeholder without a value. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`A mail lacks its value "${name}".`);
    return isolated(value);
  });
}
