import { beforeEach, expect, test, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const ids = (store: ReturnType<typeof createToastStore>) => store.getSnapshot().map(({ id }) => id);
const message = 'You were redirected to login.';

test.each([
  ['700', 700, [1, 0, 0]],
  ['the default of 5000', undefined, [1, 1, 0]],
  ['0', 0, [1, 1, 1]],
  ['-1', -1, [1, 1, 1]],
  ['NaN', Number.NaN, [1, 1, 1]],
  ['Infinity', Number.POSITIVE_INFINITY, [1, 1, 1]],
  ['-Infinity', Number.NEGATIVE_INFINITY, [1, 1, 1]],
  ['3e9, more than a timer holds', 3e9, [1, 1, 1]],
  ['a text', '700' as unknown as number, [1, 1, 1]],
  ['null', null as unknown as number, [1, 1, 1]],
])('dismissIn %s', (_, dismissIn, expected) => {
  const store = createToastStore();
  store.showToast({ message, ...(dismissIn === undefined ? {} : { dismissIn }) });
  const seen = [100, 1400, 5500].map((ms) => {
    vi.advanceTimersByTime(ms);
    return store.getSnapshot().length;
  });
  expect(seen).toEqual(expected);
});

test.each([
  ['info', 0],
  ['success', 0],
  ['warning', 0],
  ['error', 1],
  ['critical', 1],
] as const)('without a time of its own, of %s there are %i left after 5000 ms', (variant, expected) => {
  const store = createToastStore();
  store.showToast({ message, variant });
  vi.advanceTimersByTime(4999);
  expect(ids(store)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(ids(store)).toHaveLength(expected);
});

test('a dismiss time can be set for critical toasts too', () => {
  const store = createToastStore();
  store.showToast({ message, variant: 'critical', dismissIn: 700 });
  vi.advanceTimersByTime(700);
  expect(ids(store)).toHaveLength(0);
});

test('a wait longer than the timer maximum ends on time, in two slices', () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const store = createToastStore();
  store.showToast({ message, dismissIn: 3e9 });
  vi.advanceTimersByTime(3e9 - 1);
  expect(ids(store)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(ids(store)).toHaveLength(0);
  expect(timers).toHaveBeenCalledTimes(2);
});

test('repeated pauses keep the remaining time', () => {
  const store = createToastStore();
  store.showToast({ message, dismissIn: 1000 });
  for (let round = 0; round < 3; round += 1) {
    vi.advanceTimersByTime(300);
    store.setPaused(true);
    store.setPaused(true);
    vi.advanceTimersByTime(60_000);
    store.setPaused(false);
    store.setPaused(false);
  }
  vi.advanceTimersByTime(99);
  expect(ids(store)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(ids(store)).toHaveLength(0);
});

test('a pause in the second slice of a long wait keeps the rest of it', () => {
  const store = createToastStore();
  store.showToast({ message, dismissIn: 3e9 });
  vi.advanceTimersByTime(2.5e9);
  store.setPaused(true);
  vi.advanceTimersByTime(1e9);
  store.setPaused(false);
  vi.advanceTimersByTime(0.5e9 - 1);
  expect(ids(store)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(ids(store)).toHaveLength(0);
});

test('a toast shown during a pause starts its timer afterwards', () => {
  const store = createToastStore();
  store.setPaused(true);
  store.showToast({ message, dismissIn: 1000 });
  vi.advanceTimersByTime(60_000);
  store.setPaused(false);
  vi.advanceTimersByTime(999);
  expect(ids(store)).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(ids(store)).toHaveLength(0);
});

test('the same id updates in place and restarts its timer', () => {
  const store = createToastStore();
  store.showToast({ id: 'a', message: 'first', dismissIn: 1000 });
  store.showToast({ id: 'b', message: 'second', dismissIn: 0 });
  vi.advanceTimersByTime(900);
  store.showToast({ id: 'a', message: 'first again', variant: 'success', dismissIn: 1000 });
  vi.advanceTimersByTime(900);
  expect(store.getSnapshot().map(({ id, message: text, variant }) => [id, text, variant])).toEqual([
    ['a', 'first again', 'success'],
    ['b', 'second', 'info'],
  ]);
  vi.advanceTimersByTime(100);
  expect(ids(store)).toEqual(['b']);
});

test('an update to never stops the timer', () => {
  const store = createToastStore();
  store.showToast({ id: 'a', message, dismissIn: 1000 });
  store.showToast({ id: 'a', message, dismissIn: 0 });
  vi.advanceTimersByTime(60_000);
  expect(ids(store)).toEqual(['a']);
  expect(vi.getTimerCount()).toBe(0);
});

test('removing twice is not an error and notifies listeners once', () => {
  const store = createToastStore();
  const heard = vi.fn();
  const dismiss = store.showToast({ message, dismissIn: 1000 });
  const unsubscribe = store.subscribe(heard);
  dismiss();
  dismiss();
  store.removeToast('unknown');
  expect(heard).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  unsubscribe();
  store.showToast({ message });
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the snapshot is the same until something changes', () => {
  const store = createToastStore({ defaultDismissIn: 0 });
  store.showToast({ message });
  expect(store.getSnapshot()).toBe(store.getSnapshot());
});
