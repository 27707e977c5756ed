/** Provides the texts to React components, which render again when the language changes. */
import type { Language } from '@app/contract/fields/vocabulary.ts';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';

import type { Texts } from './texts.ts';
import type { Translate } from './translate.ts';

/** Holds what `createTexts` returned. */
export const TextsContext = createContext<Texts | undefined>(undefined);

export interface ShownTexts {
  /** The text of a key, in the language of this render. */
  readonly t: Translate;
  /** For changing the language. */
  readonly texts: Texts;
  readonly language: Language;
}

export function useTexts(): ShownTexts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('useTexts outside of TextsContext');
  const now = () => texts.language;
  const language = useSyncExternalStore(texts.subscribe, now, now);
  return useMemo(() => ({ t: texts.translateTo(language), texts, language }), [texts, language]);
}
