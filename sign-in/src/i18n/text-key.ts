/** The keys of every text, by screen, as English spells them out: a key without words does not compile. */
import type en from './locales/en.json';
import type laterEn from './locales/later/en.json';

type Leaves<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Path}${WithoutPlural<Key>}`
    : Leaves<Node[Key], `${Path}${Key}.`>;
}[keyof Node & string];
/** `seconds_one` and `seconds_other` are two forms of one text. */
type WithoutPlural<Key extends string> = Key extends `${infer Text}_${'one' | 'many' | 'other'}` ? Text : Key;

/** `login.title`, `forgot.title`, `errors.network`… */
export type TextKey = Leaves<typeof en> | Leaves<typeof laterEn>;
/** The texts of one language that the login page needs; every language has the shape of English. */
export type Catalogue = typeof en;
/** The texts of one language that come with the first screen after login, or with a document of such a screen. */
export type LaterCatalogue = typeof laterEn;
