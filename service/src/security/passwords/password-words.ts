/**
 * The words of zxcvbn's lists, found by one lookup whatever look-alikes replace their letters. zxcvbn tries every
 * combination of look-alikes, up to 576 of them, which a crafted password turns into seconds of computing.
 */
import lists from 'zxcvbn/lib/frequency_lists.js';

/** A word that a text is. */
export interface FoundWord {
  /** Its place in the list, from 1: how many guesses a list takes to reach it. */
  readonly rank: number;
  /** The letter that each look-alike in the text replaces; empty for the word as it is. */
  readonly replaced: Readonly<Record<string, string>>;
}

/** What people write for a letter. */
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

/** The sign under which a sign and its look-alikes are filed. `1`, `7` and `|` join `i`, `l` and `t` into one group. */
const groups = new Map(
  Object.entries(lookAlikes).flatMap(([letter, signs]) =>
    [letter, ...signs].map((sign): [string, string] => [sign, 'ilt'.includes(letter) ? 'i' : letter]),
  ),
);

/** A text with every sign replaced by its group's. */
export const grouped = (text: string): string => {
  let signs = '';
  for (const sign of text) signs += groups.get(sign) ?? sign;
  return signs;
};

/** No word of the lists is longer. Code points. */
let longest = 0;
const words = new Map<string, Map<string, number>>();
for (const list of Object.values(lists)) {
  for (const [index, word] of list.entries()) {
    const key = grouped(word);
    const alike = words.get(key) ?? new Map<string, number>();
    alike.set(word, Math.min(index + 1, alike.get(word) ?? Infinity));
    words.set(key, alike);
    longest = Math.max(longest, word.length);
  }
}

/** Every word of the lists that a lower-case text is, as it is or with look-alikes for its letters; ten at most. */
export function findWords(text: string): FoundWord[] {
  if (text.length > longest) return [];
  const found: FoundWord[] = [];
  for (const [word, rank] of words.get(grouped(text)) ?? []) {
    const replaced = replacements(text, word);
    if (replaced !== undefined) found.push({ rank, replaced });
  }
  return found;
}

/** Which letters of the word are replaced in the text; undefined if a sign of the text does not belong to its letter. */
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
