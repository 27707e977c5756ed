/**
 * Tests that each built-in for older browsers does what Node's own one does. Forms are in
 * journeys/older-browsers/older-browsers.test.ts.
 */
import { beforeAll, expect, test, vi } from 'vitest';

beforeAll(() => void vi.stubGlobal('HTMLFormElement', { prototype: {} }));

/** Takes a built-in away, loads the module, and gives the built-in back after the check. */
async function withAdded(target: object, name: string, check: () => void | Promise<void>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Reflect.deleteProperty(target, name);
  expect(name in target).toBe(false);
  try {
    vi.resetModules();
    await import('./built-ins.ts');
    expect(Object.keys(target), 'no loop over the object sees it').not.toContain(name);
    await check();
  } finally {
    if (own) Object.defineProperty(target, name, own);
  }
}

const lone = 'a\uD800b\uDC00';
const cases: readonly [target: object, name: string, results: () => unknown][] = [
  [URL, 'canParse', () => ['https://a.test/b', 'mailto:x', '/b', ''].map((text) => URL.canParse(text))],
  [URL, 'parse', () => ['https://a.test/b', '/b'].map((text) => URL.parse(text)?.href)],
  [URLSearchParams.prototype, 'size', () => ['', 'a=1&a=2&b'].map((text) => new URLSearchParams(text).size)],
  [Array.prototype, 'toReversed', () => [1, 2, 3].toReversed()],
  [Array.prototype, 'toSorted', () => [3, 20, 1].toSorted((a, b) => b - a)],
  [String.prototype, 'isWellFormed', () => [lone, '😀', ''].map((text) => text.isWellFormed())],
  [String.prototype, 'toWellFormed', () => [lone, '😀'].map((text) => text.toWellFormed())],
  [Map, 'groupBy', () => [...Map.groupBy([1, 2, 3, 4], (number) => number % 2)]],
];

test.each(cases.map((each) => [each[1], ...each] as const))('%s', async (_, target, name, results) => {
  const expected = results();
  await withAdded(target, name, () => expect(results()).toEqual(expected));
});

test('a signal aborts after its time, with the reason of a timeout', async () => {
  vi.useFakeTimers();
  await withAdded(AbortSignal, 'timeout', () => {
    const signal = AbortSignal.timeout(1000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect((signal.reason as DOMException).name).toBe('TimeoutError');
  });
  vi.useRealTimers();
});

test('any of the signals aborts, also one that was aborted before', async () => {
  await withAdded(AbortSignal, 'any', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([first.signal, second.signal]);
    expect(signal.aborted).toBe(false);
    second.abort('left');
    first.abort('late');
    expect(signal.reason).toBe('left');
    expect(AbortSignal.any([first.signal]).reason).toBe('late');
  });
});
