/**
 * The texts: i18next with the loader of §9 (5 retries from 350 ms, at most 10 parallel reads) and the default variable
 * `reseller` (§1). The catalogue of the page's language comes with the page; another language is fetched when it is
 * chosen. Every language is complete (a test proves it), so no second catalogue is loaded as a fallback.
 */
import { limits } from '@app/contract/limits.ts';
import type { Language } from '@app/contract/vocabulary.ts';
import { createInstance, type BackendModule, type i18n } from 'i18next';

import type { Catalogue } from './text-key.ts';

export interface TextsSetup {
  readonly language: Language;
  /** The catalogue of `language`. */
  readonly catalogue: Catalogue;
  /** Substituted for `{{reseller}}` wherever no other value is given. */
  readonly reseller: string;
  /** Reads the other languages; without one only `language` can be shown. */
  readonly backend?: BackendModule;
}

/** An i18next instance that is ready at once, so that the first render already has its words. */
export function createTexts({ language, catalogue, reseller, backend }: TextsSetup): i18n {
  const texts = createInstance();
  if (backend) texts.use(backend);
  void texts.init({
    lng: language,
    resources: { [language]: { translation: catalogue } },
    partialBundledLanguages: true,
    fallbackLng: false,
    initAsync: false,
    load: 'currentOnly',
    maxRetries: limits.translationRetries,
    retryTimeout: limits.translationRetryWait,
    maxParallelReads: limits.translationParallelReads,
    // React escapes what it renders.
    interpolation: { escapeValue: false, defaultVariables: { reseller } },
  });
  return texts;
}
