/** The keys of every text, by screen, and the catalogues that have them. */
import type { KeysOf } from '@app/texts/translate.ts';

import type en from './locales/en.json';
import type laterEn from './locales/later/en.json';

/** `login.title`, `forgot.title`, `errors.network`… */
export type TextKey = KeysOf<typeof en> | KeysOf<typeof laterEn>;
/** `first`: the texts of the login page. `later`: what every other screen needs besides. */
export type CatalogueName = 'first' | 'later';
/** The texts of one language that the login page needs; every language has the shape of English. */
export type Catalogue = typeof en;
/** The texts of one language that come with the first screen after login, or with a document of such a screen. */
export type LaterCatalogue = typeof laterEn;
