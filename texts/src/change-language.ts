import type { Language } from '@app/contract/fields/vocabulary.ts';

import { storeLanguage } from './language.ts';
import type { Texts } from './texts.ts';

/**
 * Shows the page in another language and stores the choice. False when the texts could not be loaded: then everything
 * stays as it is, and choosing again loads them again.
 */
export async function changeLanguage(
  texts: Pick<Texts<never, never>, 'show' | 'language'>,
  language: Language,
): Promise<boolean> {
  if (!(await texts.show(language))) return false;
  if (texts.language === language) storeLanguage(language);
  return true;
}
