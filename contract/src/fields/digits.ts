/** Reads a code of digits as people type and paste it: the app's field and the service read it alike. */

/** Between the digits of one code: `123 456`, `123-456`. */
const separators = /(\p{Nd})[\p{Zs}\u2010-\u2015-]+(?=\p{Nd})/gu;

/**
 * The digits of a text, in ASCII. Of a sentence it is the only run of `length` digits: 'valid for 10 minutes: 510382' is
 * 510382. Otherwise all digits, so that too few or too many are seen as such.
 */
export function readDigits(text: string, length: number): string {
  const plain = text.replaceAll(/\p{Nd}/gu, digitValue);
  const runs = plain.replaceAll(separators, '$1').match(/[0-9]+/g) ?? [];
  const codes = new Set(runs.filter((run) => run.length === length));
  const [only] = codes;
  return codes.size === 1 && only !== undefined ? only : runs.join('');
}

/** The ASCII digit of a digit of any script: each script's ten follow one another, from its zero. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}
