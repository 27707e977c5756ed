import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import * as limits from '@app/contract/fields/limits.ts';
import { hours, minutes, seconds } from '@app/contract/fields/durations.ts';

import { cookiePage, memoryStorage } from '#test/cookie-page.ts';
import { serviceFetch } from '#test/service.ts';
import { claimsAt, idTokenWith, tokensAt, wireTokensAt } from '#test/tokens.ts';

import { createClient } from '#calls/client.ts';

// Loaded here, because timers that a test drives do not wait for a file to be read.
import '#calls/failure.ts';
import { keepFresh } from './keep-fresh.ts';
import { refreshSession, type RefreshOptions } from './refresh.ts';
import { createStoredValues } from '#stored/stored-values.ts';

const realNow = Date.parse('2026-11-21T12:00:00Z');
beforeEach(() =>
  vi.useFakeTimers({ now: realNow, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }),
);
afterEach(() => vi.useRealTimers());

/** The real time: timers and the service go by it. The device's clock is as much off as it is set. */
let deviceOff = 0;
const serviceClock = (): number => realNow + performance.now() - begun;
let begun = 0;

/** A browser with a wrong clock: its storage outlives its pages. `lifetime`: of the tokens, in seconds. */
function browser(offset: number, { blocked = false, lifetime = 900 } = {}) {
  deviceOff = offset;
  begun = performance.now();
  const now = (): number => serviceClock() + deviceOff;
  const cookies = cookiePage({ href: 'https://auth.northline.test/login/success', now });
  const localStorage = blocked ? undefined : memoryStorage();
  let count = 0;
  const times = () => ({ exp: Math.floor(serviceClock() / 1000) + lifetime });
  const service = serviceFetch({
    refreshTokens() {
      const mark = String((count += 1));
      const answer = wireTokensAt(serviceClock(), mark);
      const idToken = idTokenWith(claimsAt(serviceClock(), { event_id: mark, ...times() }));
      return { answer: { ...answer, id_token: idToken, expires_in: lifetime } };
    },
  });
  const client = createClient({
    authUrl: 'https://auth.northline.test',
    platform: 'dashboard',
    fetch: service.fetch,
  });
  const outcomes: string[] = [];
  /** Opens a page; `options` as the dashboard's or the sign-in app's. */
  function open(options: RefreshOptions = {}) {
    const stored = createStoredValues({ ...cookies, localStorage, now });
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
    const keep = () =>
      keepFresh(client, stored, {
        ...options,
        now,
        locks: undefined,
        document: page as unknown as Document,
        onOutcome: ({ kind }) => outcomes.push(kind),
      });
    return { stored, keep, refresh: () => refreshSession(client, stored, { ...options, locks: undefined }) };
  }
  const { stored } = open();
  const idToken = idTokenWith(claimsAt(serviceClock(), times()));
  expect(stored.saveTokens(tokensAt(serviceClock(), '0', { idToken }), 'dashboard')).toEqual({ ok: true });
  return { open, outcomes, localStorage, calls: () => service.count('refreshTokens') };
}

const offsets = [
  -hours(26),
  -hours(24),
  -hours(3),
  ...[-20, -16, -14, -5, 0, 5, 14, 16, 20].map((many) => minutes(many)),
  hours(3),
  hours(24),
  hours(26),
];

test('a page that is open for an hour refreshes once for each token, whatever the clock of the device shows', async () => {
  // The refresh token lives for 14 days: a stored expiry time would already have passed on the last device.
  for (const offset of [...offsets, hours(24 * 20)]) {
    const { open, outcomes, calls } = browser(offset);
    const stop = open().keep();
    await vi.advanceTimersByTimeAsync(hours(1));
    stop();
    expect(new Set(outcomes), `${offset} ms`).toEqual(new Set(['refreshed']));
    expect(calls(), `${offset} ms`).toBe(4);
  }
});

test('reloads and new tabs refresh nothing while the token lives', async () => {
  for (const offset of offsets) {
    const { open, calls } = browser(offset);
    for (let reload = 0; reload < 20; reload += 1) {
      const stop = open().keep();
      await vi.advanceTimersByTimeAsync(seconds(30));
      stop();
    }
    expect(calls(), `${offset} ms`).toBe(0);
  }
});

test.each(offsets)('a clock that jumps by %i ms while a page is open costs one refresh', async (jump) => {
  const { open, outcomes, calls } = browser(0);
  const first = open().keep();
  await vi.advanceTimersByTimeAsync(minutes(1));
  deviceOff = jump;
  first();
  for (let reload = 0; reload < 10; reload += 1) {
    const stop = open().keep();
    await vi.advanceTimersByTimeAsync(seconds(5));
    stop();
  }
  expect(calls()).toBeLessThanOrEqual(1);
  expect(new Set(outcomes)).not.toContain('signedOut');
  expect(new Set(outcomes)).not.toContain('failed');
});

test.each([0, 1, -900, -86_400])(
  'tokens with a lifetime of %i seconds are refreshed every 30 seconds at most',
  async (lifetime) => {
    for (const blocked of [false, true]) {
      const { open, calls } = browser(0, { lifetime, blocked });
      // Each new token begins the page again, and every few seconds a person loads it.
      const shared = open();
      for (let time = 0; time < 60; time += 1) {
        const stop = (blocked ? shared : open()).keep();
        await vi.advanceTimersByTimeAsync(seconds(1));
        stop();
      }
      expect(calls(), `blocked: ${blocked}`).toBeLessThanOrEqual(
        // Without storage nothing of the token's age survives the first reload.
        blocked ? 3 : 2,
      );
    }
  },
);

test('nothing makes more refreshes than the limit of a browser, and the session stays', async () => {
  const { open, calls } = browser(0);
  const kinds: string[] = [];
  for (let tab = 0; tab < 200; tab += 1) kinds.push((await open({ forAccessToken: true }).refresh()).kind);
  expect(calls()).toBe(limits.refreshTries);
  expect(new Set(kinds)).toEqual(new Set(['refreshed', 'failed']));
  await vi.advanceTimersByTimeAsync(limits.refreshTriesWindow);
  expect((await open({ forAccessToken: true }).refresh()).kind).toBe('refreshed');
});

test.each(['', '{}', 'NaN', '1e400', '["x"]', '[1,2', '-0', 'null'])(
  'the stored text %s in place of what refreshes remember does no harm',
  async (text) => {
    const { open, localStorage, calls } = browser(0);
    for (const key of ['clock_offset', 'refresh_tries']) localStorage?.setItem(key, text);
    const stop = open().keep();
    await vi.advanceTimersByTimeAsync(minutes(5));
    stop();
    expect(calls()).toBeLessThanOrEqual(1);
  },
);
