import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import * as limits from '@app/contract/fields/limits.ts';

import { cookiePage } from '#test/cookie-page.ts';
import { serviceFetch, type Answering } from '#test/service.ts';
import { claimsAt, idTokenWith, tokensAt, wireTokensAt } from '#test/tokens.ts';

import { createClient } from '#calls/client.ts';
// Loaded here, because timers that a test drives do not wait for a file to be read.
import '#calls/failure.ts';
import { keepFresh } from './keep-fresh.ts';
import type { RefreshOutcome } from './refresh.ts';
import { createStoredValues } from '#stored/stored-values.ts';

beforeEach(() =>
  vi.useFakeTimers({
    now: Date.parse('2026-11-21T12:00:00Z'),
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
  }),
);
afterEach(() => vi.useRealTimers());

/** An open page that is signed in with a token of `lifetime`, its network, and the refreshes that it reported. */
function openPage(answering: Answering, { issuedAt = Date.now(), storedFor = 0 } = {}) {
  const { document, location } = cookiePage({ href: 'https://auth.northline.test/login/success' });
  const stored = createStoredValues({ document, location, localStorage: undefined });
  const idToken = idTokenWith(claimsAt(issuedAt));
  stored.saveTokens(tokensAt(Date.now(), 'a', { idToken }), 'dashboard');
  vi.setSystemTime(Date.now() + storedFor);
  const service = serviceFetch(answering);
  const client = createClient({
    authUrl: 'https://auth.northline.test',
    platform: 'dashboard',
    fetch: service.fetch,
  });
  const outcomes: RefreshOutcome['kind'][] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const stop = keepFresh(client, stored, {
    onOutcome: ({ kind }) => outcomes.push(kind),
    document: page as unknown as Document,
    locks: undefined,
  });
  return { page, stored, service, outcomes, stop };
}

let count = 0;
const rotated = () => ({ answer: wireTokensAt(Date.now(), String((count += 1))) });
const rotating: Answering = { refreshTokens: rotated };
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const minute = 60_000;

test('the session is refreshed a minute before each expiry while the page is open', async () => {
  const { outcomes, stop } = openPage(rotating);
  await passes(limits.accessTokenLifetime - minute - 1);
  expect(outcomes).toEqual([]);
  await passes(1);
  expect(outcomes).toEqual(['refreshed']);
  await passes(3 * (limits.accessTokenLifetime - minute));
  expect(outcomes).toEqual(['refreshed', 'refreshed', 'refreshed', 'refreshed']);
  stop();
  await passes(60 * minute);
  expect(outcomes).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(0);
});

test('an expired token is refreshed immediately', async () => {
  const { outcomes, stop } = openPage(rotating, { storedFor: 60 * minute });
  await passes(0);
  expect(outcomes).toEqual(['refreshed']);
  stop();
});

test('after a network failure the refresh is retried in 30 seconds and the session stays', async () => {
  let online = false;
  const { outcomes, stored, stop } = openPage({
    refreshTokens: () => (online ? rotated() : 'lost'),
  });
  await passes(limits.accessTokenLifetime - minute);
  await passes(30_000);
  expect(outcomes).toEqual(['failed', 'failed']);
  expect(stored.readSession()?.refreshToken).toBe('refresh-a');
  online = true;
  await passes(30_000);
  expect(outcomes).toEqual(['failed', 'failed', 'refreshed']);
  stop();
});

test('the end of a session by the service is reported once, and no more calls are made', async () => {
  const { outcomes, page } = openPage({ refreshTokens: () => ({ refusal: 'sessionExpired' }) });
  await passes(60 * minute);
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(60 * minute);
  expect(outcomes).toEqual(['signedOut']);
  expect(vi.getTimerCount()).toBe(0);
});

test('after the machine slept, the page refreshes as soon as it becomes visible', async () => {
  const { page, outcomes, stop } = openPage(rotating);
  // The clock advanced, the timers did not.
  vi.setSystemTime(Date.now() + 8 * 60 * minute);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(0);
  expect(outcomes).toEqual([]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(0);
  expect(outcomes).toEqual(['refreshed']);
  stop();
});

test('a page that becomes visible before the refresh is due makes no call', async () => {
  const { page, service, stop } = openPage(rotating);
  await passes(minute);
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(0);
  expect(service.calls).toEqual([]);
  stop();
});

test.each([
  ['fast', -2 * 60 * minute],
  ['slow', 2 * 60 * minute],
])('a clock that is two hours %s makes no stream of calls and forgets none', async (_which, issuedAway) => {
  // Tokens are issued by the service's clock, which is not this machine's.
  const { service, stop } = openPage(
    { refreshTokens: () => ({ answer: wireTokensAt(Date.now() + issuedAway, String((count += 1))) }) },
    { issuedAt: Date.now() + issuedAway },
  );
  await passes(4 * limits.accessTokenLifetime);
  expect(service.calls.length).toBeGreaterThanOrEqual(4);
  expect(service.calls.length).toBeLessThanOrEqual(6);
  stop();
});
