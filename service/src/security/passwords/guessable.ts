/**
 * Decides whether a password is too easy to guess (threat A10). The work grows with the square of the length, which the
 * contract bounds (docs/decisions/password-strength.md).
 */
import { type CommonPasswords, folded, unaccented } from './common-passwords.ts';
import { estimateGuesses } from './guess-estimate.ts';

/** The estimate reads this many UTF-16 units: the rest can only make a password harder to guess. */
const estimatedLength = 64;
/** Below this, zxcvbn's score is 2 or less: a hundred million guesses, plus its 5 for rounding. */
const guessesMin = 1e8 + 5;
/** A shorter rest of a password proves nothing: nearly all short texts are in the list. */
const formMin = 4;
/** The same for a rest without separators, of which random passwords have many. */
const joinedMin = 6;
/** Shorter words, such as initials, occur in every password. */
const ownWordMin = 3;

/**
 * True for a common password, also with digits and symbols around it or as look-alikes; for one made of the person's own
 * words; and for one that takes less than a hundred million guesses.
 * @param words what an attacker knows of the person: email, name, company, reseller
 */
export function guessable(password: string, words: readonly string[], common: CommonPasswords): boolean {
  const own = ownWords(words);
  if (isMadeOf(own, password)) return true;
  for (const form of formsOf(password)) if (common.has(form)) return true;
  return estimateGuesses(password.normalize('NFKC').slice(0, estimatedLength), own) < guessesMin;
}

/** The words of a person's details, single and joined: `Ada Moreau` gives `ada`, `moreau` and `adamoreau`. */
function ownWords(words: readonly string[]): string[] {
  const parts = words.map((word) => unaccented(word).match(/[\p{L}\p{N}]+/gu) ?? []);
  const all = new Set([...parts.flat(), ...parts.map((some) => some.join(''))].map(folded));
  return [...all].filter((word) => word.length >= ownWordMin);
}

/** True if a password consists only of these words, digits and symbols, in any order. */
function isMadeOf(own: readonly string[], password: string): boolean {
  const signs = [...unaccented(password)];
  const { text, starts } = joinedFolded(signs);
  // The offsets up to which the password consists of them.
  const reached = new Set([0]);
  for (const [at, sign] of signs.entries()) {
    const start = starts[at] ?? 0;
    if (!reached.has(start)) continue;
    if (!isLetter(sign)) reached.add(starts[at + 1] ?? text.length);
    for (const word of own) if (text.startsWith(word, start)) reached.add(start + word.length);
  }
  return reached.has(text.length);
}

/** A password without some or all of its outer digits and symbols, and without inner separators. */
function* formsOf(password: string): Generator<string> {
  const signs = [...unaccented(password)];
  const { text, starts } = joinedFolded(signs);
  const first = Math.max(signs.findIndex(isLetter), 0);
  const last = signs.findLastIndex(isLetter);
  for (let from = 0; from <= first; from += 1) {
    for (let to = signs.length; to > Math.max(last, from); to -= 1) {
      if (to - from >= formMin) yield text.slice(starts[from], starts[to]);
    }
  }
  const joined = signs.slice(first, last + 1).filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  if (joined.length >= joinedMin) yield folded(joined.join(''));
}

const isLetter = (sign: string): boolean => /\p{L}/u.test(sign);

/** The characters as one folded text, and the offset of each; the last entry is the end. */
function joinedFolded(signs: readonly string[]): { text: string; starts: readonly number[] } {
  let text = '';
  const starts = [0];
  for (const sign of signs) {
    text += folded(sign);
    starts.push(text.length);
  }
  return { text, starts };
}
