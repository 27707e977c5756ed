/** Finds the text of a key, chooses its plural form and fills in its placeholders. Pure. */
import { isolated } from '@app/contract/fields/isolated.ts';

/** The keys of a catalogue as its English file spells them out: a key without words does not compile. */

/** Texts by key, in groups. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** `login.title` for `{ login: { title: … } }`. @template Path what is put before each key */
export type KeysOf<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string
    ? `${Path}${WithoutPlural<Key>}`
    : KeysOf<Node[Key], `${Path}${Key}.`>;
}[keyof Node & string];

/** `seconds_one` and `seconds_other` are two forms of one text. */
type WithoutPlural<Key extends string> = Key extends `${infer Text}_${'one' | 'many' | 'other'}` ? Text : Key;

/** By placeholder. A number is written as the language writes it; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number | undefined>>;

/** The text of a key in one language. A key without a text, of a catalogue that is not loaded, is returned as it is. */
export type Translate<Key extends string> = (key: Key, values?: TextValues) => string;

/**
 * @param catalogues the first one that has the key counts
 * @returns undefined when none has it
 */
export function translate(
  catalogues: readonly TextTree[],
  language: string,
  key: string,
  values: TextValues,
): string | undefined {
  const { count } = values;
  const form = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : '';
  for (const catalogue of catalogues) {
    // `_many` is for whole millions. A text without that form uses `_other`.
    const text = textAt(catalogue, key + form) ?? (form && textAt(catalogue, `${key}_other`));
    if (text)
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => isolated(written(values[name], language)));
  }
  return undefined;
}

const written = (value: string | number | undefined, language: string): string =>
  typeof value === 'number' ? value.toLocaleString(language) : (value ?? '');

/** @param path keys from the root of the tree, with dots between them */
function textAt(catalogue: TextTree, path: string): string | undefined {
  let node: string | TextTree | undefined = catalogue;
  for (const key of path.split('.')) node = typeof node === 'object' ? node[key] : undefined;
  return typeof node === 'string' ? node : undefined;
}
