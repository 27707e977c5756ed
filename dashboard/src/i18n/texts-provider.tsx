import { languageTag } from '@app/contract/fields/vocabulary.ts';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';

import type { Texts } from './dashboard-texts.ts';
import { createFormats } from './formats.ts';
import { FormatsContext, TextsContext } from './use-texts.ts';

/** Gives every component its texts and formats, and tells the browser the language. */
export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  const language = useSyncExternalStore(texts.subscribe, () => texts.language);
  const formats = useMemo(() => createFormats(language), [language]);
  useEffect(() => {
    document.documentElement.lang = languageTag(language);
  }, [language]);
  return (
    <TextsContext value={texts}>
      <FormatsContext value={formats}>{children}</FormatsContext>
    </TextsContext>
  );
}
