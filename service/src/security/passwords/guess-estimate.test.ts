import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import zxcvbn from 'zxcvbn';
import { requirementsMet } from '@app/contract/fields/new-password.ts';

import { hostilePasswords, hostileWords, pick, seeded } from '#test/hostile-passwords.ts';
import { listPath, readCommonPasswords } from './common-passwords.ts';
import { estimateGuesses } from './guess-estimate.ts';
import { guessable } from './guessable.ts';

/** Only catches an estimate that hangs. */
const patience = 300_000;

test(
  'no password takes more than 100 ms of processor time to estimate',
  async () => {
    const common = await readCommonPasswords();
    const passwords = hostilePasswords(20);
    expect(passwords.filter((password) => !Object.values(requirementsMet(password)).every(Boolean))).toEqual(
      [],
    );
    let most = 0;
    for (const password of passwords) {
      const before = process.threadCpuUsage();
      guessable(password, hostileWords, common);
      const { user, system } = process.threadCpuUsage(before);
      most = Math.max(most, (user + system) / 1000);
    }
    expect(most).toBeLessThan(100);
  },
  patience,
);

test(
  'the bounded estimate is equal to zxcvbn or stricter',
  async () => {
    const list = (await readFile(listPath(), 'utf8')).split('\n').filter(Boolean);
    const random = seeded(14);
    const signs = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
    const ends = ['', '!', '12', '2024', '1.1.11', 'abcabc', 'qwerty', 'A1!', '$'];
    const passwords = Array.from({ length: 600 }, (_, index) => {
      const word = pick(random, list);
      if (index % 4 === 0)
        return Array.from({ length: 8 + (index % 12) }, () => pick(random, signs)).join('');
      if (index % 4 === 1) return pick(random, list) + pick(random, ends);
      if (index % 4 === 2) return word.replaceAll('a', '@').replaceAll('o', '0') + pick(random, ends);
      return word.repeat(1 + (index % 3)).slice(0, 24) + pick(random, ends);
    });
    const verdicts = passwords.map((password) => ({
      password,
      guessable: estimateGuesses(password, []) < 1e8 + 5,
      byZxcvbn: zxcvbn(password).score < 3,
    }));
    const laxer = verdicts.filter((verdict) => verdict.byZxcvbn && !verdict.guessable);
    const stricter = verdicts.filter((verdict) => verdict.guessable && !verdict.byZxcvbn);
    const both = verdicts.filter((verdict) => verdict.guessable && verdict.byZxcvbn);
    expect(laxer).toEqual([]);
    expect(both.length).toBeGreaterThan(100);
    expect(stricter.length).toBeLessThan(6);
  },
  patience,
);
