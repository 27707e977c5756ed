import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { withLock } from './lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('work under one lock is done by one at a time', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock('work', work, folder)));
  expect(most).toBe(1);
});

test('a lock whose process has ended is void', async () => {
  writeFileSync(join(folder, 'work.lock'), '999999999');
  expect(await withLock('work', async () => 'done', folder)).toBe('done');
});
