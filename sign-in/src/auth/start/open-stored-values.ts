/**
 * The stored values of a session (spec §3), loaded with the first need of them: a visit that stores nothing does
 * without.
 */
import type { StoredValues } from '@app/session/stored/stored-values.ts';

import type { AppConfig } from '#config.ts';
import { loadChunk } from '#load-chunk.ts';

/** How to get at the stored values of this page; the same ones every time. */
export function openStoredValues({
  cookieDomain,
}: Pick<AppConfig, 'cookieDomain'>): () => Promise<StoredValues> {
  let opened: Promise<StoredValues> | undefined;
  const open = async (): Promise<StoredValues> => {
    const { createStoredValues } = await loadChunk(() => import('@app/session/stored/stored-values.ts'));
    // Names and sizes, never a value.
    return createStoredValues({ cookieDomain, report: (report) => console.info('stored values', report) });
  };
  return () => (opened ??= open());
}
