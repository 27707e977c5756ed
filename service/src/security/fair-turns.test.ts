import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createFairTurns } from './fair-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Turns whose work ends when it is told to, in the order in which they began. */
function observed(options: Partial<Parameters<typeof createFairTurns>[0]> = {}) {
  const turns = createFairTurns({ atOnce: 1, longestWait: 10_000, capacity: 100, ...options });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const take = (client: string, weight = 1) =>
    turns
      .take(client, weight, () => {
        began.push(client);
        return new Promise<string>((resolve) => ends.push(() => resolve('done')));
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : 'failed'));
  return { take, began, endNext: async () => (ends.shift()?.(), await vi.advanceTimersByTimeAsync(0)) };
}

test('each client in turn, however much one of them heaps up', async () => {
  const { take, began, endNext } = observed();
  const all = [...Array.from({ length: 5 }, () => take('a')), take('b'), take('c')];
  for (let ended = 0; ended < all.length; ended++) await endNext();
  expect(began).toEqual(['a', 'a', 'b', 'c', 'a', 'a', 'a']);
  expect(await Promise.all(all)).toEqual(all.map(() => 'done'));
});

test('a wait ends by the clock, and leaves the place to the next', async () => {
  const { take, began, endNext } = observed();
  const [first, late] = [take('a'), take('b')];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).not.toBe('done');
  const next = take('c');
  await endNext();
  await endNext();
  expect(await Promise.all([first, next])).toEqual(['done', 'done']);
  expect(began).toEqual(['a', 'c']);
});

test('a full queue turns away whoever fills it most, and nobody else', async () => {
  const { take, began, endNext } = observed();
  const running = take('z');
  const heap = [take('a', 60), take('a', 30)];
  const modest = take('b', 20);
  expect(await heap[1]).not.toBe('done');
  for (let ended = 0; ended < 3; ended++) await endNext();
  expect(await Promise.all([running, heap[0], modest])).toEqual(['done', 'done', 'done']);
  expect(began).toEqual(['z', 'a', 'b']);
});
