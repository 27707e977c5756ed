import { beforeEach, expect, test, vi } from 'vitest';

import { cookiePage, type CookiePage, memoryStorage } from '#test/cookie-page.ts';
import { serviceFetch, type Answering } from '#test/service.ts';
import { tokensAt, wireTokensAt } from '#test/tokens.ts';

import { createClient } from '#calls/client.ts';
import { refreshSession, type RefreshOptions } from './refresh.ts';
import { createStoredValues, type StoredValues } from '#stored/stored-values.ts';

const now = Date.now();
const anHourAgo = now - 3_600_000;
let page: CookiePage;
let local: Storage;
let clock: number;

beforeEach(() => {
  clock = now;
  local = memoryStorage();
  page = cookiePage({ href: 'https://auth.northline.test/login' });
});

/** The page's storage, which all tabs share: tokens that were stored an hour ago are an hour old. */
const storedOn = ({ document, location }: CookiePage) =>
  createStoredValues({ document, location, localStorage: local, now: () => clock });
/** Stores a session, and lets an hour pass. */
function saveAnHourAgo(stored: StoredValues, tokens = tokensAt(anHourAgo, 'a')) {
  clock = anHourAgo;
  stored.saveTokens(tokens, 'dashboard');
  clock = now;
}

/** A tab of a browser, and the network that all tabs share. */
function browserWith(answering: Answering) {
  const service = serviceFetch(answering);
  const client = createClient({
    authUrl: 'https://auth.northline.test',
    platform: 'dashboard',
    fetch: service.fetch,
  });
  const stored = storedOn(page);
  const refresh = (options?: RefreshOptions) => refreshSession(client, storedOn(page), options);
  return { service, client, stored, refresh };
}

/** A service that rotates as the real one does: it always answers a token with the same successor. */
const rotating: Answering = {
  refreshTokens: ({ refreshToken }) => ({ answer: wireTokensAt(now, `after-${refreshToken}`) }),
  revokeTokens: () => ({ answer: undefined }),
};

test('a refresh token becomes a new session', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  saveAnHourAgo(stored);
  const outcome = await refresh();
  expect(outcome).toMatchObject({ kind: 'refreshed', session: { refreshToken: 'refresh-after-refresh-a' } });
  expect(stored.readSession()).toMatchObject({
    refreshToken: 'refresh-after-refresh-a',
    sessionPlatform: 'dashboard',
  });
  expect(service.calls).toEqual([{ name: 'refreshTokens', body: { refreshToken: 'refresh-a' } }]);
});

test('tabs take turns: 20 of them at once make one call, and all have the new session', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  saveAnHourAgo(stored);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh({ locks: navigator.locks })));
  const tokens = new Set(
    outcomes.map((outcome) => (outcome.kind === 'refreshed' ? outcome.session.refreshToken : '')),
  );
  expect(service.count('refreshTokens')).toBe(1);
  expect([...tokens]).toEqual(['refresh-after-refresh-a']);
});

test('a later tab with the old token uses the tokens that the first tab stored', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  const old = tokensAt(anHourAgo, 'a');
  saveAnHourAgo(stored, old);
  await refresh();
  expect(await refresh({ heldIdToken: old.idToken })).toMatchObject({ kind: 'refreshed' });
  expect(service.count('refreshTokens')).toBe(1);
});

test('without Web Locks tabs call at the same time, get the same session and revoke nothing', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  saveAnHourAgo(stored);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => refresh({ locks: undefined })));
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      kind: 'refreshed',
      session: { refreshToken: 'refresh-after-refresh-a' },
    });
  }
  expect(service.count('revokeTokens')).toBe(0);
});

test('a tab that does not get the lock refreshes without it', async () => {
  const { stored, refresh } = browserWith(rotating);
  saveAnHourAgo(stored);
  const notGiven = { request: () => Promise.reject(new DOMException('too long', 'TimeoutError')) };
  expect(await refresh({ locks: notGiven })).toMatchObject({ kind: 'refreshed' });
});

test('a network failure does not sign out', async () => {
  const { stored, refresh } = browserWith({ refreshTokens: () => 'lost' });
  saveAnHourAgo(stored);
  expect(await refresh()).toEqual({ kind: 'failed', failure: { kind: 'network' } });
  expect(stored.readSession()?.refreshToken).toBe('refresh-a');
});

test('a refresh without an answer keeps its Idempotency-Key for the next try, and a new token gets a new key', async () => {
  const keys: (string | null)[] = [];
  let lost = 3;
  const { stored, client } = browserWith({
    refreshTokens: ({ refreshToken }, { headers }) => {
      keys.push(new Headers(headers).get('idempotency-key'));
      // The first try and its repeat have no answer, the second try meets a service without a database.
      if ((lost -= 1) >= 0) return lost === 0 ? { refusal: 'unavailable' } : 'lost';
      return { answer: wireTokensAt(now, `after-${refreshToken}`) };
    },
  });
  saveAnHourAgo(stored);
  const outcomes: string[] = [];
  for (let tries = 0; tries < 4; tries += 1)
    outcomes.push((await refreshSession(client, stored, { forAccessToken: true })).kind);
  expect(outcomes).toEqual(['failed', 'failed', 'refreshed', 'refreshed']);
  const [first, ...others] = keys;
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(others.slice(0, 3)).toEqual([first, first, first]);
  expect(others).toHaveLength(4);
  expect(others[3]).not.toBe(first);
});

test.each(['rateLimited', 'unavailable', 'unknown', 'keyReused'] as const)(
  'neither does %s',
  async (refusal) => {
    const { stored, refresh } = browserWith({ refreshTokens: () => ({ refusal }) });
    saveAnHourAgo(stored);
    expect(await refresh()).toMatchObject({ kind: 'failed' });
    expect(stored.readSession()?.refreshToken).toBe('refresh-a');
  },
);

test.each(['sessionExpired', 'invalid'] as const)(
  'the refusal %s does, and clears the session',
  async (refusal) => {
    const { stored, refresh } = browserWith({ refreshTokens: () => ({ refusal }) });
    saveAnHourAgo(stored);
    expect(await refresh()).toEqual({ kind: 'signedOut' });
    expect(page.kept()).toEqual([]);
  },
);

test('without a refresh token no call is made, and an expired id token is removed', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  saveAnHourAgo(stored, tokensAt(anHourAgo, 'a', { refreshToken: '' }));
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  expect(page.kept()).toEqual([]);
  expect(service.calls).toEqual([]);
});

test('a sign-out during a refresh wins, and the new tokens are revoked', async () => {
  const { stored, refresh, service } = browserWith({
    ...rotating,
    refreshTokens: () => {
      stored.clearSession();
      return { answer: wireTokensAt(now, 'late') };
    },
  });
  saveAnHourAgo(stored);
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  expect(page.kept()).toEqual([]);
  await vi.waitFor(
    () =>
      expect(service.calls.at(-1)).toEqual({ name: 'revokeTokens', body: { refreshToken: 'refresh-late' } }),
    { timeout: 60_000 },
  );
});

test('a sign-in during a refresh wins and keeps its session', async () => {
  const { stored, refresh } = browserWith({
    ...rotating,
    refreshTokens: () => {
      stored.saveTokens(tokensAt(now, 'new'), 'dashboard');
      return { refusal: 'sessionExpired' };
    },
  });
  saveAnHourAgo(stored);
  expect(await refresh()).toMatchObject({ kind: 'refreshed', session: { refreshToken: 'refresh-new' } });
});

test('new tokens that cannot be stored end the session, because the old one would look stolen', async () => {
  const { stored, refresh, service } = browserWith({
    ...rotating,
    refreshTokens: () => ({ answer: { ...wireTokensAt(now, 'b'), id_token: 'x'.repeat(3801) } }),
  });
  saveAnHourAgo(stored);
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  expect(page.kept()).toEqual([]);
  await vi.waitFor(() => expect(service.count('revokeTokens')).toBe(1), { timeout: 60_000 });
});
