/** Whether a password can be guessed (docs/security.md A10). Pure, and slow: it runs in the thread of `password-strength.ts`. */
import zxcvbn from 'zxcvbn';

import { type CommonPasswords, folded, unaccented } from './common-passwords.ts';

/** The time of the estimate grows faster than the square of the length; 64 signs take up to a tenth of a second. */
const estimatedLength = 64;
/** zxcvbn's scale of 0 to 4: 3 is a hundred million guesses and more. */
const scoreMin = 3;
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
  return zxcvbn(password.normalize('NFKC').slice(0, estimatedLength), own).score < scoreMin;
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
  const letters = signs.map(folded);
  // Up to which places the password is made of them so far.
  const reached = new Set([0]);
  for (let at = 0; at < signs.length; at += 1) {
    if (!reached.has(at)) continue;
    if (!/\p{L}/u.test(signs[at] ?? '')) reached.add(at + 1);
    for (const word of own) {
      const length = [...word].length;
      if (letters.slice(at, at + length).join('') === word) reached.add(at + length);
    }
  }
  return reached.has(signs.length);
}

/** A password without some or all of the digits and symbols at its ends, and without the separators in it. */
function* formsOf(password: string): Generator<string> {
  const signs = [...unaccented(password)];
  const isLetter = (sign: string): boolean => /\p{L}/u.test(sign);
  const first = Math.max(signs.findIndex(isLetter), 0);
  const last = signs.findLastIndex(isLetter);
  for (let from = 0; from <= first; from += 1) {
    for (let to = signs.length; to > Math.max(last, from); to -= 1) {
      if (to - from >= formMin) yield folded(signs.slice(from, to).join(''));
    }
  }
  const joined = signs.slice(first, last + 1).filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  if (joined.length >= joinedMin) yield folded(joined.join(''));
}
