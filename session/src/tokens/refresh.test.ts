import { beforeEach, expect, test, vi } from 'vitest';

import { cookiePage, type CookiePage } from '#test/cookie-page.ts';
import { serviceFetch, type Answering } from '#test/service.ts';
import { tokensAt, wireTokensAt } from '#test/tokens.ts';

import { createClient } from '#calls/client.ts';
import { refreshSession, type RefreshOptions } from './refresh.ts';
import { createStoredValues } from '#stored/stored-values.ts';

const now = Date.now();
const anHourAgo = now - 3_600_000;
let page: CookiePage;

beforeEach(() => {
  page = cookiePage({ href: 'https://auth.northline.test/login' });
});

const storedOn = ({ document, location }: CookiePage) =>
  createStoredValues({ document, location, localStorage: undefined });

/** A tab of the browser, and the network that all its tabs share. */
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

/** A service that rotates as the real one does: the same successor for a token, again and again. */
const rotating: Answering = {
  refreshTokens: ({ refreshToken }) => ({ answer: wireTokensAt(now, `after-${refreshToken}`) }),
  revokeTokens: () => ({ answer: undefined }),
};

test('a refresh token becomes a new session', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
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
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh({ locks: navigator.locks })));
  const tokens = new Set(
    outcomes.map((outcome) => (outcome.kind === 'refreshed' ? outcome.session.refreshToken : '')),
  );
  console.log(`Refresh: 20 tabs at once: ${service.count('refreshTokens')} call, ${tokens.size} session`);
  expect(service.count('refreshTokens')).toBe(1);
  expect([...tokens]).toEqual(['refresh-after-refresh-a']);
});

test('a tab that comes later and holds the old token uses what the first one stored', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  const old = tokensAt(anHourAgo, 'a');
  stored.saveTokens(old, 'dashboard');
  await refresh();
  expect(await refresh({ heldIdToken: old.idToken })).toMatchObject({ kind: 'refreshed' });
  expect(service.count('refreshTokens')).toBe(1);
});

test('without Web Locks tabs call side by side, end with the same session and revoke nothing', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => refresh({ locks: undefined })));
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      kind: 'refreshed',
      session: { refreshToken: 'refresh-after-refresh-a' },
    });
  }
  expect(service.count('revokeTokens')).toBe(0);
});

test('a lock that is not given stops nobody', async () => {
  const { stored, refresh } = browserWith(rotating);
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  const notGiven = { request: () => Promise.reject(new DOMException('too long', 'TimeoutError')) };
  expect(await refresh({ locks: notGiven })).toMatchObject({ kind: 'refreshed' });
});

test('a network failure does not sign out', async () => {
  const { stored, refresh } = browserWith({ refreshTokens: () => 'lost' });
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  expect(await refresh()).toEqual({ kind: 'failed', failure: { kind: 'network' } });
  expect(stored.readSession()?.refreshToken).toBe('refresh-a');
});

test.each(['rateLimited', 'unavailable', 'unknown', 'keyReused'] as const)(
  'neither does %s',
  async (refusal) => {
    const { stored, refresh } = browserWith({ refreshTokens: () => ({ refusal }) });
    stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
    expect(await refresh()).toMatchObject({ kind: 'failed' });
    expect(stored.readSession()?.refreshToken).toBe('refresh-a');
  },
);

test.each(['sessionExpired', 'invalid'] as const)(
  'the refusal %s does, and clears the session',
  async (refusal) => {
    const { stored, refresh } = browserWith({ refreshTokens: () => ({ refusal }) });
    stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
    expect(await refresh()).toEqual({ kind: 'signedOut' });
    expect(page.kept()).toEqual([]);
  },
);

test('without a refresh token there is no call, and an expired id token alone is cleared', async () => {
  const { stored, refresh, service } = browserWith(rotating);
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  stored.saveTokens(tokensAt(anHourAgo, 'a', { refreshToken: '' }), 'dashboard');
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  expect(page.kept()).toEqual([]);
  expect(service.calls).toEqual([]);
});

test('who signs out while a refresh runs stays signed out, and the new tokens are revoked', async () => {
  const { stored, refresh, service } = browserWith({
    ...rotating,
    refreshTokens: () => {
      stored.clearSession();
      return { answer: wireTokensAt(now, 'late') };
    },
  });
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  expect(page.kept()).toEqual([]);
  await vi.waitFor(
    () =>
      expect(service.calls.at(-1)).toEqual({ name: 'revokeTokens', body: { refreshToken: 'refresh-late' } }),
    { timeout: 60_000 },
  );
});

test('who signs in again while a refresh runs keeps the new session', async () => {
  const { stored, refresh } = browserWith({
    ...rotating,
    refreshTokens: () => {
      stored.saveTokens(tokensAt(now, 'new'), 'dashboard');
      return { refusal: 'sessionExpired' };
    },
  });
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  expect(await refresh()).toMatchObject({ kind: 'refreshed', session: { refreshToken: 'refresh-new' } });
});

test('new tokens that cannot be stored end the session: the old one would look stolen', async () => {
  const { stored, refresh, service } = browserWith({
    ...rotating,
    refreshTokens: () => ({ answer: { ...wireTokensAt(now, 'b'), id_token: 'x'.repeat(3801) } }),
  });
  stored.saveTokens(tokensAt(anHourAgo, 'a'), 'dashboard');
  expect(await refresh()).toEqual({ kind: 'signedOut' });
  expect(page.kept()).toEqual([]);
  await vi.waitFor(() => expect(service.count('revokeTokens')).toBe(1), { timeout: 60_000 });
});
