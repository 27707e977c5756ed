// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { loadChunk } from './load-chunk.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));
const pageThat = (online: boolean, now = 1_000_000) => ({
  online: () => online,
  whenOnline: vi.fn(() => new Promise(() => {})),
  reload: vi.fn(),
  now: () => now,
  watchLeaving: () => ({ leaving: () => false, stop: vi.fn() }),
  wait: vi.fn(() => new Promise(() => {})),
});
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

afterEach(() => sessionStorage.clear());

test('a chunk that can be loaded is returned', async () => {
  const page = pageThat(true);
  expect(await loadChunk(async () => 'module', page)).toBe('module');
  expect(page.reload).not.toHaveBeenCalled();
});

test('a chunk that fails to load reloads the page once', async () => {
  const first = pageThat(true);
  void loadChunk(failing, first);
  await settled();
  expect(first.reload).toHaveBeenCalledTimes(1);
  const again = pageThat(true, 1_005_000);
  await expect(loadChunk(failing, again)).rejects.toThrow('Failed to fetch');
  expect(again.reload).not.toHaveBeenCalled();
  const later = pageThat(true, 1_060_000);
  void loadChunk(failing, later);
  await settled();
  expect(later.reload).toHaveBeenCalledTimes(1);
});

test('without a connection it waits for one before it reloads', async () => {
  const back = Promise.withResolvers<void>();
  const page = { ...pageThat(false), whenOnline: () => back.promise };
  void loadChunk(failing, page);
  await settled();
  expect(page.reload).not.toHaveBeenCalled();
  back.resolve();
  await settled();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test('a page that is being left is not reloaded, unless it stays', async () => {
  const stays = Promise.withResolvers<void>();
  const page = {
    ...pageThat(true),
    watchLeaving: () => ({ leaving: () => true, stop: vi.fn() }),
    wait: vi.fn(() => stays.promise),
  };
  void loadChunk(failing, page);
  await settled();
  expect(page.reload).not.toHaveBeenCalled();
  stays.resolve();
  await settled();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test('leaving the page is noticed while a chunk is loaded, and not watched afterwards', async () => {
  const add = vi.spyOn(globalThis, 'addEventListener');
  const remove = vi.spyOn(globalThis, 'removeEventListener');
  await loadChunk(async () => 'module');
  const [, listener] = add.mock.calls.find(([type]) => type === 'beforeunload') ?? [];
  expect(listener).toBeTypeOf('function');
  expect(remove.mock.calls).toContainEqual(['beforeunload', listener]);
});
