/** Loads the code of the stored values (spec §3) at the first call: a visit that stores nothing does not need it. */
import type { StoredValues } from '@app/session/stored/stored-values.ts';

import type { AppConfig } from '#config.ts';
import { loadChunk } from '@app/session/pages/load-chunk.ts';

/** Returns a function that opens the stored values of this page once. */
export function openStoredValues({
  cookieDomain,
}: Pick<AppConfig, 'cookieDomain'>): () => Promise<StoredValues> {
  let opened: Promise<StoredValues> | undefined;
  const open = async (): Promise<StoredValues> => {
    const { createStoredValues } = await loadChunk(() => import('@app/session/stored/stored-values.ts'));
    return createStoredValues({ cookieDomain });
  };
  return () => (opened ??= open());
}
