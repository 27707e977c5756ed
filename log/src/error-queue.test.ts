import { beforeEach, expect, test, vi } from 'vitest';

import type { QueuedError } from './error-queue.ts';

/** Each test has its own queue. */
beforeEach(() => vi.resetModules());

test('keeps 20 errors until they are taken, and then gives each at once', async () => {
  const { queueError, takeErrors } = await import('./error-queue.ts');
  for (let n = 0; n < 30; n += 1) queueError({ how: 'uncaught', error: n });
  const taken: QueuedError[] = [];
  takeErrors((one) => taken.push(one));
  expect(taken.map(({ error }) => error)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  queueError({ how: 'crash', error: 'later', componentStack: 'at Screen' });
  expect(taken.at(-1)).toEqual({ how: 'crash', error: 'later', componentStack: 'at Screen' });
});

test('a failure of the reporting is nobody’s', async () => {
  const { queueError, takeErrors } = await import('./error-queue.ts');
  const report = vi.fn(() => {
    throw new Error('the reporting failed');
  });
  queueError({ how: 'rejection', error: 'before' });
  takeErrors(report);
  queueError({ how: 'rejection', error: 'after' });
  expect(report).toHaveBeenCalledTimes(2);
});
