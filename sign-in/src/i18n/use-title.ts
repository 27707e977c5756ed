import { createContext, use, useEffect } from 'react';
import { useTexts, type TextKey } from './use-texts.ts';

/** Receives the title while a page is rendered on the server, where there is no document. */
export const TitleContext = createContext<(title: string) => void>(() => {});

/** Sets the document's title to the screen's title in the page's language. */
export function useTitle(key: Extract<TextKey, `titles.${string}`>): void {
  const { t } = useTexts();
  const title = t(key);
  use(TitleContext)(title);
  useEffect(() => {
    if (document.title !== title) document.title = title;
  }, [title]);
}
