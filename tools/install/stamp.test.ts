import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { alone } from '#tools/processes/lock.mjs';
import { fingerprint, hasStamp, writeStamp } from './stamp.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stamp-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), '1');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.for([
  ['a file that changed', () => writeFileSync(join(folder, 'src/a.ts'), '2'), true],
  ['a new file', () => writeFileSync(join(folder, 'src/b.ts'), ''), true],
  ['a file that is gone', () => rmSync(join(folder, 'src/a.ts')), true],
  ['a test', () => writeFileSync(join(folder, 'src/a.test.ts'), ''), false],
  ['the same text again', () => writeFileSync(join(folder, 'src/a.ts'), '1'), false],
] as const)('%s: does it build again?', ([, change, answer]) => {
  const before = fingerprint(folder, ['src']);
  change();
  expect(fingerprint(folder, ['src']) !== before).toBe(answer);
});

test('the platform is part of it', () => {
  expect(fingerprint(folder, ['src'], ['linux'])).not.toBe(fingerprint(folder, ['src'], ['darwin']));
});

test('a stamp is found again', () => {
  const file = join(folder, 'dist/.inputs');
  expect(hasStamp(file, 'x')).toBe(false);
  writeStamp(file, 'x');
  expect([hasStamp(file, 'x'), hasStamp(file, 'y')]).toEqual([true, false]);
});

test('work of one name is done by one at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (inside += 1));
    await Promise.resolve();
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => alone('work', work, folder)));
  expect(most).toBe(1);
});

test('a lock whose process is gone holds nobody up', async () => {
  writeFileSync(join(folder, 'work.lock'), '999999999');
  expect(await alone('work', async () => 'done', folder)).toBe('done');
});
