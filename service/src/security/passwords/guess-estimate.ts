/**
 * Estimates the guesses that a password takes, as zxcvbn does, in bounded time (docs/decisions/password-strength.md).
 *
 * zxcvbn covers a password with pieces (a word, a date, a keyboard walk, anything) and takes the cover with
 * the fewest guesses: the product of the pieces' guesses, times the orders of the pieces, plus 10,000 for each piece
 * after the first, multiplied. Three pieces are always above a hundred million guesses, so a password below that is one
 * piece or two, and only pieces at its start and at its end matter: at most 127 of them for 64 characters.
 */
import matching from 'zxcvbn/lib/matching.js';
import scoring from 'zxcvbn/lib/scoring.js';
import lists from 'zxcvbn/lib/frequency_lists.js';

/** zxcvbn adds this for the second piece. */
const secondPiece = 10_000;

/**
 * The guesses that a password of at most two pieces takes; more than a hundred million for others.
 * @param own what an attacker knows of the person, in lower case, the most telling first
 */
export function estimateGuesses(password: string, own: readonly string[]): number {
  const ranks = new Map(own.map((word, index): [string, number] => [grouped(word), index + 1]));
  return fewestGuesses(password, ranks);
}

function fewestGuesses(password: string, own: ReadonlyMap<string, number>): number {
  const end = password.length - 1;
  /** The fewest guesses of one piece from the start to each unit, and from each unit to the end. */
  const upTo: number[] = [];
  const from: number[] = [];
  for (let at = 0; at <= end; at += 1) {
    upTo[at] = guessesOf(plain(password, 0, at, 'bruteforce'), password);
    from[at] = guessesOf(plain(password, at, end, 'bruteforce'), password);
  }
  const piece = (match: ZxcvbnMatch): void => {
    if (match.i > 0 && match.j < end) return;
    const guesses = guessesOf(match, password);
    if (match.i === 0) upTo[match.j] = Math.min(upTo[match.j] ?? Infinity, guesses);
    if (match.j === end) from[match.i] = Math.min(from[match.i] ?? Infinity, guesses);
  };

  for (const match of matching.spatial_match(password)) piece(match);
  for (const match of matching.sequence_match(password)) piece(match);
  for (const match of matching.regex_match(password)) piece(match);
  for (const match of matching.date_match(password)) piece(match);
  for (const match of repeats(password, own)) piece(match);
  for (let at = 0; at <= end; at += 1) {
    for (const match of wordsAt(password, 0, at, own)) piece(match);
    if (at > 0) for (const match of wordsAt(password, at, end, own)) piece(match);
  }

  let fewest = (upTo[end] ?? Infinity) + 1;
  for (let at = 0; at < end; at += 1)
    fewest = Math.min(fewest, 2 * (upTo[at] ?? Infinity) * (from[at + 1] ?? Infinity) + secondPiece);
  return fewest;
}

const guessesOf = (match: ZxcvbnMatch, password: string): number => scoring.estimate_guesses(match, password);

const plain = (password: string, i: number, j: number, pattern: ZxcvbnMatch['pattern']): ZxcvbnMatch => ({
  pattern,
  i,
  j,
  token: password.slice(i, j + 1),
});

/** The words that match a substring: the person's, those of the lists, and those of the lists read backwards. */
function* wordsAt(
  password: string,
  i: number,
  j: number,
  own: ReadonlyMap<string, number>,
): Generator<ZxcvbnMatch> {
  const match = plain(password, i, j, 'dictionary');
  const text = match.token.toLowerCase();
  const ownRank = own.get(grouped(text));
  if (ownRank !== undefined) yield { ...match, rank: ownRank };
  for (const { rank, replaced } of findWords(text)) {
    const l33t = Object.keys(replaced).length > 0;
    // A single character is not a disguised word.
    if (!l33t || text.length > 1) yield { ...match, rank, l33t, sub: replaced };
  }
  for (const { rank, replaced } of findWords([...text].toReversed().join('')))
    if (Object.keys(replaced).length === 0) yield { ...match, rank, reversed: true };
}

/** Repeated substrings: `abcabc` takes the guesses of `abc`, twice. The base is at most half as long, so this ends. */
function* repeats(password: string, own: ReadonlyMap<string, number>): Generator<ZxcvbnMatch> {
  const end = password.length - 1;
  for (let start = 0; start < end;) {
    const greedy = execFrom(/(.+)\1+/g, password, start);
    const lazy = execFrom(/(.+?)\1+/g, password, start);
    if (greedy === null || lazy === null) return;
    const longer = greedy[0].length > lazy[0].length;
    const found = longer ? greedy : lazy;
    const [token] = found;
    const base = (longer ? /^(.+?)\1+$/.exec(token) : lazy)?.[1] ?? token;
    const i = found.index;
    const j = i + token.length - 1;
    if (i === 0 || j === end) {
      const base_guesses = fewestGuesses(base, own);
      const repeat_count = token.length / base.length;
      yield { pattern: 'repeat', i, j, token, base_guesses, repeat_count };
    }
    start = j + 1;
  }
}

function execFrom(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/** A word of the lists that matches a text. */
interface FoundWord {
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
const grouped = (text: string): string => {
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

/**
 * The words of the lists that match a lower-case text, plain or with look-alikes for letters; at most ten. One lookup,
 * whatever look-alikes replace the letters: zxcvbn itself tries every combination of them, up to 576, which takes seconds
 * for a crafted password.
 */
function findWords(text: string): FoundWord[] {
  if (text.length > longest) return [];
  const found: FoundWord[] = [];
  for (const [word, rank] of words.get(grouped(text)) ?? []) {
    const replaced = replacements(text, word);
    if (replaced !== undefined) found.push({ rank, replaced });
  }
  return found;
}

/** The replaced letters of the word; undefined if a character of the text is not a look-alike of its letter. */
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
