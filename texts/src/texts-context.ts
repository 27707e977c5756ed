/** Provides the texts of an app to its React components, which render again when the language changes. */
import { createContext, use, useSyncExternalStore, type Context } from 'react';

import type { ShownTexts, Texts } from './texts.ts';

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
      return useSyncExternalStore(
        texts.subscribe,
        () => texts.shownIn(texts.language),
        () => texts.shownIn(texts.firstLanguage),
      );
    },
  };
}
