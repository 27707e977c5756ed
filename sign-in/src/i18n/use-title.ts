import { useEffect } from 'react';
import { useTexts } from './use-texts.ts';

import type { TextKey } from './text-key.ts';

/** Names the document after the screen, in its language. */
export function useTitle(key: Extract<TextKey, `titles.${string}`>): void {
  const { t } = useTexts();
  const title = t(key);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
