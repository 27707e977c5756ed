/**
 * Whether a password can be guessed (threat A10). The work is bounded whatever the password is: it grows with the
 * square of the length, and the contract bounds the length (docs/decisions/password-strength.md).
 */
import { type CommonPasswords, folded, unaccented } from './common-passwords.ts';
import { estimateGuesses } from './guess-estimate.ts';

/** The estimate reads so many UTF-16 units: what comes after them can only make a password harder to guess. */
const estimatedLength = 64;
/** Below this zxcvbn's score is 2 or less: a hundred million guesses, and the 5 that it allows for rounding. */
const guessesMin = 1e8 + 5;
/** Shorter rests of a password say nothing: nearly all of them are in the list. */
const formMin = 4;
/** The same for what is left without separators, of which random passwords have many. */
const joinedMin = 6;
/** Initials and the like are in every password. */
const ownWordMin = 3;

/**
 * True for a password of the common ones, whatever digits and symbols stand around it and for its letters; for one made
 * of the person's own words; and for one that takes less than a hundred million guesses.
 * @param words what an attacker knows of the person: email, name, company, reseller
 */
export function guessable(password: string, words: readonly string[], common: CommonPasswords): boolean {
  const own = ownWords(words);
  if (isMadeOf(own, password)) return true;
  for (const form of formsOf(password)) if (common.has(form)) return true;
  return estimateGuesses(password.normalize('NFKC').slice(0, estimatedLength), own) < guessesMin;
}

/** The words in what is known of a person, each and together: `Ada Moreau` gives `ada`, `moreau` and `adamoreau`. */
function ownWords(words: readonly string[]): string[] {
  const parts = words.map((word) => unaccented(word).match(/[\p{L}\p{N}]+/gu) ?? []);
  const all = new Set([...parts.flat(), ...parts.map((some) => some.join(''))].map(folded));
  return [...all].filter((word) => word.length >= ownWordMin);
}

/** Whether nothing but these words, digits and symbols is in a password, in any order. */
function isMadeOf(own: readonly string[], password: string): boolean {
  const signs = [...unaccented(password)];
  const { text, starts } = joinedFolded(signs);
  // Up to which units the password is made of them so far.
  const reached = new Set([0]);
  for (const [at, sign] of signs.entries()) {
    const start = starts[at] ?? 0;
    if (!reached.has(start)) continue;
    if (!isLetter(sign)) reached.add(starts[at + 1] ?? text.length);
    for (const word of own) if (text.startsWith(word, start)) reached.add(start + word.length);
  }
  return reached.has(text.length);
}

/** A password without some or all of the digits and symbols at its ends, and without the separators in it. */
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

/** The signs as one folded text, and the unit at which each begins; the last entry is the end. */
function joinedFolded(signs: readonly string[]): { text: string; starts: readonly number[] } {
  let text = '';
  const starts = [0];
  for (const sign of signs) {
    text += folded(sign);
    starts.push(text.length);
  }
  return { text, starts };
}
