import { expect, test } from 'vitest';

import { restartWait } from './processes.ts';

test.each([
  [1, 0],
  [2, 1000],
  [3, 2000],
  [6, 16_000],
  [7, 30_000],
  [5000, 30_000],
])('after %d deaths within a minute the next process starts after %d ms', (deaths, wait) => {
  expect(restartWait(deaths)).toBe(wait);
});
