/** The keys of every text, by screen, as English spells them out: a key without words does not compile. */
import type en from './locales/en.json';

type Leaves<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Path}${Key}`
    : Leaves<Node[Key], `${Path}${Key}.`>;
}[keyof Node & string];

/** `login.title`, `errors.network`… */
export type TextKey = Leaves<typeof en>;
/** The texts of one language; every language has the shape of English. */
export type Catalogue = typeof en;
