import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bringToLife } from './bring-to-life.ts';

let moves = true;
const panel = () => {
  const made = document.createElement('div');
  made.innerHTML = '<span data-clock="true">02:41</span>';
  return made;
};

beforeEach(() => {
  moves = true;
  vi.useFakeTimers();
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: moves }) as MediaQueryList);
});
afterEach(() => expect(vi.getTimerCount()).toBe(0));

test('the time of the call on the panel counts seconds until it is stopped', () => {
  const made = panel();
  const end = bringToLife(made);
  expect(made.dataset['live']).toBe('');
  vi.advanceTimersByTime(20_000);
  expect(made.textContent).toBe('03:01');
  end?.();
  vi.advanceTimersByTime(5000);
  expect(made.textContent).toBe('03:01');
});

test('with reduced motion, or without a visible panel, the panel stays as it was rendered', () => {
  moves = false;
  const made = panel();
  expect(bringToLife(made)).toBeUndefined();
  vi.advanceTimersByTime(5000);
  expect([made.textContent, made.dataset['live']]).toEqual(['02:41', undefined]);
});

test.each([true, false])('the pictures of the panel are shown, whether it moves or not: %s', (moving) => {
  moves = moving;
  const made = panel();
  const end = bringToLife(made);
  expect(made.dataset['complete']).toBe('');
  end?.();
});
