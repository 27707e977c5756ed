/** Passwords that are as expensive as possible to estimate; each meets the contract's rules. The same in every run. */
import * as limits from '@app/contract/fields/limits.ts';

/** Pseudo-random numbers from 0 up to 1, the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

/** Every look-alike of every letter: 576 combinations of substitutions. */
const lookAlikes = '4@8({[<3691!|0$5+7%2';
const words = 'password monkey dragon love qwerty letmein shadow the and in p4ssw0rd pa55w0rd lil iii'.split(
  ' ',
);

function made(random: () => number, parts: readonly string[], length: number): string {
  let text = '';
  while (text.length < length) text += pick(random, parts);
  return text.slice(0, length);
}

/** A Fibonacci word, full of near repetitions: `a`, `ab`, `aba`, `abaab`, … */
function fibonacciWord(length: number): string {
  let [before, now] = ['a', 'ab'];
  while (now.length < length) [before, now] = [now, now + before];
  return now.slice(0, length);
}

/** Generates the passwords of each family; `length` is that of the whole password. */
const families: Readonly<Record<string, (random: () => number, length: number) => string>> = {
  'all look-alikes, then words': (random, length) => lookAlikes + made(random, words, length - 20),
  'look-alikes alone': (random, length) => made(random, [...lookAlikes], length),
  'words in disguise': (random, length) => made(random, [...lookAlikes, ...words], length),
  'words that overlap': (random, length) => made(random, ['the', 'he', 'then', 'hen', 'en', 'net'], length),
  'repeats in repeats': (_random, length) => fibonacciWord(length),
  'the same sign': (random, length) => pick(random, ['a', '1', '!']).repeat(length),
  dates: (random, length) => made(random, ['1.1.11', '12/12/2012', '19991231', '010203', '4-5-67'], length),
  'walks over the keyboard': (random, length) =>
    made(random, ['qwertyuiop', 'zaq1', 'lkjhg', '7896'], length),
  sequences: (random, length) => made(random, ['abcdef', '987654', 'acegik', 'ZYX'], length),
  'signs around one letter': (_random, length) => '!'.repeat(length / 2) + 'a' + '#'.repeat(length / 2 - 1),
  'signs that decompose': (_random, length) => '\u1f82'.repeat(length),
  'names of object members': (random, length) =>
    made(random, ['constructor', '__proto__', 'toString'], length),
};

/** `each` passwords of each family, alternately 64 characters and the maximum: an estimate of 64 characters once took seconds. */
export function hostilePasswords(each: number): string[] {
  const random = seeded(13);
  const end = 'aA1!';
  return Object.values(families).flatMap((family) =>
    Array.from({ length: each }, (_, index) => {
      const length = index % 2 === 0 ? 64 : limits.passwordMax;
      return family(random, length - end.length) + end;
    }),
  );
}

/** As many words of a person as the fields of a sign-up accept, each the start of the next. */
export const hostileWords: readonly string[] = Array.from({ length: 40 }, (_, index) =>
  'a'.repeat(index + 3),
);
