/**
 * Chooses the language: `lng` in the query, then the stored choice, then the browser's, then en-US (requirements §4
 * "Languages").
 */
import { toLanguage, type Language } from '@app/contract/fields/vocabulary.ts';

import type { Texts } from './texts.ts';

/** The cookie of the stored choice. The service reads it too, to pick the page. */
const cookieName = 'lng';
const oneYearInSeconds = 365 * 24 * 60 * 60;

export interface LanguageHints {
  /** `location.search` */
  readonly search: string;
  /** `document.cookie` */
  readonly cookie: string;
  /** `navigator.languages`, best first. */
  readonly browser: readonly string[];
}

/** The first hint that names one of our languages. */
export function chooseLanguage({ search, cookie, browser }: LanguageHints): Language {
  const stored = cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  for (const tag of [new URLSearchParams(search).get('lng'), stored, ...browser]) {
    const language = toLanguage(tag);
    if (language) return language;
  }
  return 'en';
}

/** Stores a choice made in the menu in this browser, and removes an `lng` from the address. */
export function storeLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${language}; Path=/; Max-Age=${oneYearInSeconds}; SameSite=Lax${secure}`;
  const address = new URL(location.href);
  if (!address.searchParams.has('lng')) return;
  address.searchParams.delete('lng');
  history.replaceState(history.state, '', address);
}

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
