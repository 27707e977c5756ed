import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useOptionSearch } from './use-option-search.ts';

type Answer = { resolve: (options: string[]) => void; reject: (error: Error) => void; signal: AbortSignal };

/** A search whose answers the test gives, in any order. */
function startSearch() {
  const answers = new Map<string, Answer>();
  const searchOptions = vi.fn((query: string, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    answers.set(query, { resolve, reject, signal });
    return promise;
  });
  const hook = renderHook(({ query, active }) => useOptionSearch(searchOptions, query, active), {
    initialProps: { query: '', active: true },
  });
  const answerTo = (query: string): Answer => {
    const answer = answers.get(query);
    if (!answer) throw new Error(`No search for '${query}'`);
    return answer;
  };
  const type = (query: string) => hook.rerender({ query, active: true });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  return { ...hook, searchOptions, answerTo, type, pass, state: () => hook.result.current };
}

beforeEach(() => {
  vi.useFakeTimers();
});

test('it searches at once when the list opens, and 250 ms after the last key', async () => {
  const { searchOptions, type, pass } = startSearch();
  await pass(0);
  expect(searchOptions.mock.calls.map(([query]) => query)).toEqual(['']);
  type('a');
  await pass(249);
  type('ad');
  await pass(249);
  expect(searchOptions).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(searchOptions.mock.calls.map(([query]) => query)).toEqual(['', 'ad']);
});

test('a new query aborts the search before it, and drops its late answer', async () => {
  const { answerTo, type, pass, state } = startSearch();
  type('a');
  await pass(250);
  type('ad');
  expect(answerTo('a').signal.aborted).toBe(true);
  await pass(250);
  await act(async () => answerTo('ad').resolve(['Ada']));
  await act(async () => answerTo('a').resolve(['Alan']));
  expect(state()).toEqual({ found: ['Ada'], searching: false, failed: false });
});

test('a late failure of an aborted search is not shown', async () => {
  const { answerTo, type, pass, state } = startSearch();
  type('a');
  await pass(250);
  type('ad');
  await pass(250);
  await act(async () => answerTo('a').reject(new Error('aborted')));
  expect(state()).toEqual({ found: undefined, searching: true, failed: false });
});

test('it is searching from the first key, and the old options stay until the answer', async () => {
  const { answerTo, type, pass, state } = startSearch();
  await pass(0);
  await act(async () => answerTo('').resolve(['Ada']));
  type('g');
  expect(state()).toEqual({ found: ['Ada'], searching: true, failed: false });
  await pass(250);
  expect(state().searching).toBe(true);
});

test('a failed search keeps the old options, and the next search takes the failure away', async () => {
  const { answerTo, type, pass, state } = startSearch();
  await pass(0);
  await act(async () => answerTo('').resolve(['Ada']));
  type('g');
  await pass(250);
  await act(async () => answerTo('g').reject(new Error('no connection')));
  expect(state()).toEqual({ found: ['Ada'], searching: false, failed: true });
  type('gr');
  expect(state()).toEqual({ found: ['Ada'], searching: true, failed: false });
});

test('a closed list aborts its search and stops to be searching', async () => {
  const { answerTo, rerender, pass, state, searchOptions } = startSearch();
  await pass(0);
  rerender({ query: '', active: false });
  expect(answerTo('').signal.aborted).toBe(true);
  await act(async () => answerTo('').resolve(['Ada']));
  expect(state()).toEqual({ found: undefined, searching: false, failed: false });
  rerender({ query: '', active: true });
  await pass(0);
  expect(searchOptions).toHaveBeenCalledTimes(2);
});
