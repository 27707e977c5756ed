// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createOtherTabs, type TabMessage } from './other-tabs.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('sign-in and sign-out reach the other tab and not the own one', async () => {
  const [one, two] = [createOtherTabs(), createOtherTabs()];
  const heardByOne: TabMessage[] = [];
  const heardByTwo: TabMessage[] = [];
  one.listen((news) => heardByOne.push(news));
  const stop = two.listen((news) => heardByTwo.push(news));
  one.announce('signedIn');
  one.announce('signedOut');
  await vi.waitFor(() => expect(heardByTwo).toEqual(['signedIn', 'signedOut']), { timeout: 60_000 });
  stop();
  two.announce('signedIn');
  await vi.waitFor(() => expect(heardByOne).toEqual(['signedIn']), { timeout: 60_000 });
  expect(heardByTwo).toHaveLength(2);
});

test('what is not news is not heard', async () => {
  const listening = createOtherTabs();
  const heard: TabMessage[] = [];
  listening.listen((news) => heard.push(news));
  const foreign = new BroadcastChannel('session-news');
  for (const said of ['signedOut', null, { news: 'signedOut' }, { from: 'x', news: 'deleted' }])
    foreign.postMessage(said);
  foreign.postMessage({ from: 'x', news: 'signedOut' });
  await vi.waitFor(() => expect(heard).toEqual(['signedOut']), { timeout: 60_000 });
  foreign.close();
});

test('without channels the news goes through local storage and stays nowhere', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const [one, two] = [createOtherTabs(), createOtherTabs()];
  const heardByOne: TabMessage[] = [];
  const heardByTwo: TabMessage[] = [];
  one.listen((news) => heardByOne.push(news));
  const stop = two.listen((news) => heardByTwo.push(news));
  // A browser tells every other tab of a change; here each tab hears all of them, its own included.
  const written = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, newValue) => {
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  });
  one.announce('signedOut');
  expect(heardByTwo).toEqual(['signedOut']);
  expect(heardByOne).toEqual([]);
  expect(localStorage).toHaveLength(0);
  for (const newValue of ['', '{', '7'])
    dispatchEvent(new StorageEvent('storage', { key: 'session-news', newValue }));
  stop();
  one.announce('signedIn');
  expect(heardByTwo).toEqual(['signedOut']);
  written.mockRestore();
});
