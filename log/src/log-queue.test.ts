import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { collectErrors, log, onEntry, queueMax, takeQueue } from './log-queue.ts';

const shown = {
  error: vi.spyOn(console, 'error').mockReturnValue(),
  warn: vi.spyOn(console, 'warn').mockReturnValue(),
};
beforeAll(collectErrors);
afterEach(() => {
  takeQueue();
  onEntry(() => {});
});

test('holds 100 entries and counts the rest', () => {
  for (let n = 0; n < queueMax + 7; n += 1) log('info', 'page', `entry ${n}`);
  const { entries, dropped } = takeQueue();
  expect([entries.length, entries[0]?.message, dropped]).toEqual([queueMax, 'entry 0', 7]);
  expect(takeQueue()).toEqual({ entries: [], dropped: 0 });
});

test('collects uncaught errors, rejections, console errors and warnings, and still shows them', () => {
  const error = new Error('broken');
  window.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught Error: broken', error }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no reason' }));
  console.error('first', { a: 1 });
  console.warn('second');
  console.info('not this');
  expect(takeQueue().entries.map(({ level, message, properties }) => [level, message, properties])).toEqual([
    ['error', 'Uncaught Error: broken', error],
    ['error', 'unhandled rejection', 'no reason'],
    ['error', 'console.error', ['first', { a: 1 }]],
    ['warn', 'console.warn', ['second']],
  ]);
  expect(shown.error).toHaveBeenCalledWith('first', { a: 1 });
  expect(shown.warn).toHaveBeenCalledWith('second');
});

test('the notice of an observer that is put off to the next frame is no error', () => {
  for (const message of [
    'ResizeObserver loop completed with undelivered notifications.',
    'ResizeObserver loop limit exceeded',
  ])
    window.dispatchEvent(new ErrorEvent('error', { message }));
  expect(takeQueue().entries).toEqual([]);
});

test('tells of each entry', () => {
  const woken = vi.fn();
  onEntry(woken);
  log('info', 'page', 'one');
  log('info', 'page', 'two');
  expect(woken).toHaveBeenCalledTimes(2);
});
