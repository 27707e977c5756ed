import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '@app/contract/fields/limits.ts';
import { requirementsMet } from '@app/contract/fields/new-password.ts';

import { pick, seeded } from '#test/hostile-passwords.ts';
import { listPath } from './common-passwords.ts';
import { createPasswordStrength } from './password-strength.ts';

const { expectNewPassword, isGuessable } = createPasswordStrength();

let list: readonly string[] = [];
beforeAll(async () => {
  list = (await readFile(listPath(), 'utf8')).split('\n').filter(Boolean);
});

/** Seconds of computing on an idle machine; a busy one is no fault. */
const patience = 300_000;

const isComposed = (password: string): boolean =>
  password.trim() === password && Object.values(requirementsMet(password)).every(Boolean);

const leet: Readonly<Record<string, string>> = {
  a: '@',
  b: '8',
  e: '3',
  g: '9',
  i: '1',
  l: '1',
  o: '0',
  s: '$',
  t: '7',
};
const symbols = [...'!?.#*$&+-_@%'];
const tails = ['1', '12', '123', '1234', '2024', '2025', '2026', '99', '007', '69', '01', '11'];

/** What people make of a word when a rule asks for a capital, a number and a sign; always meets the rule. */
function decorated(word: string, random: () => number): string {
  let letters = [...word].map((letter) => (random() < 0.3 ? (leet[letter] ?? letter) : letter)).join('');
  const first = letters.search(/[a-z]/);
  const capital = random() < 0.8 ? first : letters.search(/[a-z][^a-z]*$/);
  letters = letters.slice(0, capital) + letters.charAt(capital).toUpperCase() + letters.slice(capital + 1);
  const number = pick(random, tails);
  const sign = pick(random, symbols).repeat(random() < 0.2 ? 3 : 1);
  const shape = pick(random, ['%w%n%s', '%w%s%n', '%s%w%n', '%n%w%s', '%n%s%w%s', '%w%n%s%n']);
  return shape.replaceAll(/%[wns]/g, (part) => (part === '%w' ? letters : part === '%n' ? number : sign));
}

async function accepted(passwords: readonly string[], words: readonly string[] = []): Promise<string[]> {
  const through: string[] = [];
  for (const password of passwords) if (!(await isGuessable(password, words))) through.push(password);
  return through;
}

describe('a new password (A10)', () => {
  it(
    'is not one of the most used, whatever surrounds it or replaces its letters',
    async () => {
      const common = list.filter(isComposed);
      const random = seeded(10);
      const words = list.slice(0, 20_000).filter((word) => /^[a-z]{4,}$/.test(word));
      const variants = new Set([
        'Password2026!',
        'P@ssw0rd1!',
        'Pa$$w0rd_99',
        'Ｐａｓｓｗｏｒｄ１！',
        'Pässwörd1!',
      ]);
      while (variants.size < 5000) {
        const variant = decorated(pick(random, words), random);
        if (isComposed(variant)) variants.add(variant);
      }
      expect(common.length).toBeGreaterThan(1300);
      const through = [...(await accepted(common)), ...(await accepted([...variants]))];
      const figure = (n: number): string => n.toLocaleString('en');
      console.log(
        `A10: ${figure(common.length)} of the list + ${figure(variants.size)} variants tried, ${through.length} accepted`,
      );
      expect(through).toEqual([]);
    },
    patience,
  );

  it(
    'is not made of the email, the name, the company or the reseller',
    async () => {
      const person = ['ada.moreau@northline.test', 'Ada Moreau', 'Northline Demo', 'Voxbridge'];
      const own =
        'adamoreau ada.moreau moreauada moreau northline northlinedemo northline.demo northlinetest voxbridge ' +
        'adanorthline ada-voxbridge ada.moreau@northline.test';
      const random = seeded(11);
      const variants = new Set<string>();
      while (variants.size < 1000) {
        const variant = decorated(pick(random, own.split(' ')), random);
        if (isComposed(variant)) variants.add(variant);
      }
      const through = await accepted([...variants], person);
      console.log(
        `A10: ${variants.size.toLocaleString('en')} made of the person's own words tried, ${through.length} accepted`,
      );
      expect(through).toEqual([]);
      expect(await isGuessable('Xorvann-Tulip-4', ['Xorvann-Tulip'])).toBe(true);
      expect(await isGuessable('Xorvann-Tulip-4', person)).toBe(false);
    },
    patience,
  );

  it(
    'may be a passphrase or what a password manager makes',
    async () => {
      const random = seeded(12);
      const words = list.slice(0, 50_000).filter((word) => /^[a-z]{5,9}$/.test(word));
      const signs = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
      const made = new Set<string>();
      while (made.size < 500) {
        const password = Array.from({ length: 10 + Math.floor(random() * 11) }, () =>
          pick(random, signs),
        ).join('');
        if (isComposed(password)) made.add(password);
      }
      while (made.size < 1000) {
        const phrase = Array.from({ length: 4 }, () => pick(random, words)).join(
          pick(random, ['-', ' ', '.']),
        );
        made.add(`${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${pick(random, tails)}!`);
      }
      const good = [...made];
      const refused = good.length - (await accepted(good)).length;
      console.log(`A10: ${good.length.toLocaleString('en')} good passwords tried, ${refused} refused`);
      expect(refused).toBeLessThanOrEqual(3);
    },
    patience,
  );

  it(
    'may be expected before it comes, as often as links are checked',
    async () => {
      for (let link = 0; link < 3; link += 1) expectNewPassword();
      expect(await isGuessable('Kestrel-Harbour-27!', [])).toBe(false);
      expectNewPassword();
      expect(await isGuessable('Password2026!', [])).toBe(true);
    },
    patience,
  );

  it(
    'takes no longer to judge than the contract lets it be, and many wait for their turn',
    async () => {
      const longest = 'Aa1!'.repeat(limits.passwordMax / 4);
      const answers = await Promise.all(Array.from({ length: 60 }, () => isGuessable(longest, [longest])));
      expect(new Set(answers)).toEqual(new Set([true]));
    },
    patience,
  );

  it(
    'refuses to let more wait than it can answer',
    async () => {
      const asked = await Promise.allSettled(
        Array.from({ length: 80 }, () => isGuessable('Kestrel-Harbour-27!', [])),
      );
      const refused = asked.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(15);
      expect(refused[0]).toMatchObject({ reason: { refusal: 'overloaded' } });
    },
    patience,
  );
});
