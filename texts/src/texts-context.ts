/** Provides the texts of an app to its React components, which render again when the language changes. */
import type { Language } from '@app/contract/fields/vocabulary.ts';
import { createContext, use, useMemo, useSyncExternalStore, type Context } from 'react';

import type { Texts } from './texts.ts';
import type { Translate } from './translate.ts';

export interface ShownTexts<Key extends string, Name extends string> {
  /** The text of a key, in the language of this render. */
  readonly t: Translate<Key>;
  /** For changing the language. */
  readonly texts: Texts<Key, Name>;
  readonly language: Language;
}

/** The context of an app's texts, which holds what `createTexts` returned, and the hook that reads it. */
export function createTextsContext<Key extends string, Name extends string>(): {
  TextsContext: Context<Texts<Key, Name> | undefined>;
  useTexts: () => ShownTexts<Key, Name>;
} {
  const TextsContext = createContext<Texts<Key, Name> | undefined>(undefined);
  return {
    TextsContext,
    useTexts() {
      const texts = use(TextsContext);
      if (!texts) throw new Error('useTexts outside of TextsContext');
      const language = useSyncExternalStore(
        texts.subscribe,
        () => texts.language,
        () => texts.firstLanguage,
      );
      return useMemo(() => ({ t: texts.translateTo(language), texts, language }), [texts, language]);
    },
  };
}
