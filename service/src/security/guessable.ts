/** Whether a password can be guessed (docs/security.md A10). Pure, and slow: it runs in the thread of `password-strength.ts`. */
import zxcvbn from 'zxcvbn';

import { type CommonPasswords, folded, unaccented } from './common-passwords.ts';

/** The time of the estimate grows faster than the square of the length; 64 signs take up to a tenth of a second. */
const estimatedLength = 64;
/** zxcvbn's scale of 0 to 4: 3 is a hundred million guesses and more. */
const scoreMin = 3;
/** Shorter rests of a password say nothing: nearly all of them are in the list. */
const formMin = 4;

/**
 * True for a password of the common ones, whatever digits and symbols stand around it and for its letters; for one made
 * of the person's own words; and for one that takes less than a hundred million guesses.
 * @param words what an attacker knows of the person: email, name, company, reseller
 */
export function guessable(password: string, words: readonly string[], common: CommonPasswords): boolean {
  const own = ownWords(words);
  for (const form of formsOf(password)) if (own.has(form) || common.has(form)) return true;
  return zxcvbn(password.normalize('NFKC').slice(0, estimatedLength), [...own]).score < scoreMin;
}

/** The words of a person and what they put together of them: `ada.moreau@northline.test` gives `moreau`, `adamoreau`… */
function ownWords(words: readonly string[]): Set<string> {
  const own = new Set<string>();
  for (const word of words) {
    const parts = unaccented(word).match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let from = 0; from < parts.length; from += 1)
      for (let to = from + 1; to <= parts.length; to += 1) own.add(folded(parts.slice(from, to).join('')));
    own.add(folded(parts.toReversed().join('')));
  }
  return own;
}

/** A password without some or all of the digits and symbols at its ends, and without the separators in it. */
function* formsOf(password: string): Generator<string> {
  const text = unaccented(password);
  const first = text.search(/\p{L}/u);
  const last = text.length - 1 - [...text].toReversed().join('').search(/\p{L}/u);
  for (let from = 0; from <= Math.max(first, 0); from += 1) {
    for (let to = text.length; to > Math.max(last, from); to -= 1) {
      const form = folded(text.slice(from, to));
      if (form.length >= formMin) yield form;
    }
  }
  const joined = folded(text.slice(Math.max(first, 0), last + 1).replaceAll(/[^\p{L}\p{N}]/gu, ''));
  if (joined.length >= formMin) yield joined;
}
