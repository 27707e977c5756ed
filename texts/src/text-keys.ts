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
