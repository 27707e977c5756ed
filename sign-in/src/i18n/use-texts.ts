/** The texts for React: i18next's own `t`, and a new render when the language changes. The binding package does more than a page with one catalogue needs. */
import type { i18n, TFunction } from 'i18next';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';

/** Holds the instance of `createTexts`. */
export const TextsContext = createContext<i18n | undefined>(undefined);

export interface Texts {
  /** The words of a key, in the language of this render. */
  readonly t: TFunction;
  /** For changing the language. */
  readonly texts: i18n;
  readonly language: string;
}

export function useTexts(): Texts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('useTexts outside of TextsContext');
  const subscribe = useCallback(
    (listener: () => void) => {
      texts.on('languageChanged', listener);
      return () => texts.off('languageChanged', listener);
    },
    [texts],
  );
  const now = () => texts.language;
  const language = useSyncExternalStore(subscribe, now, now);
  return useMemo(() => ({ t: texts.getFixedT(language), texts, language }), [texts, language]);
}
