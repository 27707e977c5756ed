/** Changing the language of an open page. */
import type { Language } from '@app/contract/fields/vocabulary.ts';
import type { i18n } from 'i18next';

import { storeLanguage } from './language.ts';

/**
 * Shows the page in another language and keeps the choice. False when the texts could not be had: then everything stays
 * as it is, and choosing again reads them anew.
 */
export async function changeLanguage(texts: i18n, language: Language): Promise<boolean> {
  if (!(await showLanguage(texts, language))) return false;
  if (texts.language === language) storeLanguage(language);
  return true;
}

/** The language that was asked for last: of several on their way, the texts may come in any order. */
let wantedLast: Language;

/** Shows the page in another language without keeping it as a choice, unless yet another was asked for meanwhile. */
export async function showLanguage(texts: i18n, language: Language): Promise<boolean> {
  wantedLast = language;
  // Once a screen after login was opened, both catalogues are in use.
  const wanted = (['translation', 'later'] as const).filter((name) =>
    texts.hasResourceBundle(texts.language, name),
  );
  const missing = () => wanted.filter((name) => !texts.hasResourceBundle(language, name));
  // `reloadResources` and not `loadLanguages`: the latter never asks again for what failed once.
  if (missing().length > 0) await texts.reloadResources([language], missing());
  if (missing().length > 0) return false;
  if (wantedLast === language) await texts.changeLanguage(language);
  return true;
}
