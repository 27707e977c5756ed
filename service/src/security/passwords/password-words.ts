/**
 * Finds words of zxcvbn's lists with one lookup, whatever look-alikes replace their letters. zxcvbn itself tries every
 * combination of look-alikes, up to 576, which takes seconds for a crafted password.
 */
import lists from 'zxcvbn/lib/frequency_lists.js';

/** A word of the lists that matches a text. */
export interface FoundWord {
  /** Its position in the list, from 1: the guesses that the list needs to reach it. */
  readonly rank: number;
  /** The letter that each look-alike in the text replaces; empty for the plain word. */
  readonly replaced: Readonly<Record<string, string>>;
}

/** Characters that people write instead of a letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  c: '({[<',
  e: '3',
  g: '69',
  i: '1!|',
  l: '1|7',
  o: '0',
  s: '$5',
  t: '+7',
  x: '%',
  z: '2',
};

/** The group of a character and its look-alikes. `1`, `7` and `|` merge `i`, `l` and `t` into one group. */
const groups: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([letter, signs]) =>
    [letter, ...signs].map((sign): [string, string] => [sign, 'ilt'.includes(letter) ? 'i' : letter]),
  ),
);

/** A text with every character replaced by its group. */
export const grouped = (text: string): string => {
  let signs = '';
  for (const sign of text) signs += groups.get(sign) ?? sign;
  return signs;
};

/** The words of the lists by their group, with their position, and the length of the longest in code points. */
function indexWords() {
  let longest = 0;
  const byGroup = new Map<string, Map<string, number>>();
  for (const list of Object.values(lists)) {
    for (const [index, word] of list.entries()) {
      const key = grouped(word);
      const alike = byGroup.get(key) ?? new Map<string, number>();
      alike.set(word, Math.min(index + 1, alike.get(word) ?? Infinity));
      byGroup.set(key, alike);
      longest = Math.max(longest, word.length);
    }
  }
  return { words: byGroup as ReadonlyMap<string, ReadonlyMap<string, number>>, longest };
}

const { words, longest } = indexWords();

/** The words of the lists that match a lower-case text, plain or with look-alikes for letters; at most ten. */
export function findWords(text: string): FoundWord[] {
  if (text.length > longest) return [];
  const found: FoundWord[] = [];
  for (const [word, rank] of words.get(grouped(text)) ?? []) {
    const replaced = replacements(text, word);
    if (replaced !== undefined) found.push({ rank, replaced });
  }
  return found;
}

/** The replaced letters of the word; undefined if a character of the text is no look-alike of its letter. */
function replacements(text: string, word: string): Record<string, string> | undefined {
  const replaced: Record<string, string> = {};
  for (let at = 0; at < word.length; at += 1) {
    const sign = text.charAt(at);
    const letter = word.charAt(at);
    if (sign === letter) continue;
    if (!lookAlikes[letter]?.includes(sign)) return undefined;
    replaced[sign] = letter;
  }
  return replaced;
}
