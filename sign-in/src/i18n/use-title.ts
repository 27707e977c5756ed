import { createContext, use, useEffect } from 'react';
import { useTexts } from './use-texts.ts';

import type { TextKey } from './text-key.ts';

/** Hears the title while a page is drawn, where there is no document to name. */
export const TitleContext = createContext<(title: string) => void>(() => {});

/** Names the document after the screen, in its language. */
export function useTitle(key: Extract<TextKey, `titles.${string}`>): void {
  const { t } = useTexts();
  const title = t(key);
  use(TitleContext)(title);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
