/**
 * The texts: i18next with the loader of spec §9 (5 retries from 350 ms, at most 10 parallel reads) and the default
 * variable `reseller` (spec §1). The texts of the page's language come with the page: those of the login page, or with
 * a document of another screen all of them. The later ones are fetched with the first screen that needs them, another
 * language when it is chosen. The build gives every catalogue the English text for what it lacks (`with-english.ts`),
 * so no language is loaded as a fallback for another.
 */
import { limits } from '@app/contract/fields/limits.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';
import { createInstance, type BackendModule, type i18n } from 'i18next';

import type { Catalogue, LaterCatalogue } from './text-key.ts';

export interface TextsSetup {
  readonly language: Language;
  /** The catalogue of `language`. */
  readonly catalogue: Catalogue;
  /** The later texts of `language`, where the page has them. */
  readonly later?: LaterCatalogue | undefined;
  /** Substituted for `{{reseller}}` wherever no other value is given. */
  readonly reseller: string;
  /** Reads the other languages; without one only `language` can be shown. */
  readonly backend?: BackendModule;
}

/** An i18next instance that is ready at once, so that the first render already has its words. */
export function createTexts({ language, catalogue, later, reseller, backend }: TextsSetup): i18n {
  const texts = createInstance();
  if (backend) texts.use(backend);
  void texts.init({
    lng: language,
    resources: { [language]: { translation: catalogue, ...(later && { later }) } },
    fallbackNS: 'later',
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

/**
 * Sees to it that the later texts of the language being shown are there. Throws when they could not be had; asked again,
 * they are read anew.
 */
export async function loadLaterTexts(texts: i18n): Promise<void> {
  const { language } = texts;
  if (!hasLaterTexts(texts)) await texts.reloadResources([language], ['later']);
  if (!texts.hasResourceBundle(language, 'later')) throw new Error(`no later texts in ${language}`);
}

export const hasLaterTexts = (texts: i18n): boolean => texts.hasResourceBundle(texts.language, 'later');
