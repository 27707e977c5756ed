import { beforeEach, expect, test } from 'vitest';

import { cookiePage, type CookiePage, type CookiePageOptions } from '#test/cookie-page.ts';
import { tokensAt } from '#test/tokens.ts';

import type { CookieReport } from './cookie-jar.ts';
import { readLastStrategy } from './local-values.ts';
import { createStoredValues } from './stored-values.ts';

const now = Math.floor(Date.now() / 1000) * 1000;
const href = 'https://auth.northline.test/login';
let local: Map<string, string>;
let reports: CookieReport[];

beforeEach(() => {
  local = new Map();
  reports = [];
});

const storage = {
  getItem: (key: string) => local.get(key) ?? null,
  setItem: (key: string, value: string) => void local.set(key, value),
  removeItem: (key: string) => void local.delete(key),
};
const openOn = ({ document, location }: CookiePage) =>
  createStoredValues({
    document,
    location,
    localStorage: storage,
    report: (report) => reports.push(report),
    now: () => now,
  });
function opened(options: Partial<CookiePageOptions> = {}) {
  const page = cookiePage({ href, now: () => now, ...options });
  return { page, stored: openOn(page) };
}
const names = (page: CookiePage): string[] =>
  page
    .kept()
    .map(({ name }) => name)
    .toSorted();
const plant = (page: CookiePage, ...cookies: string[]): void => {
  for (const name of cookies)
    page.document.cookie = `__Secure-${name}=planted; Domain=northline.test; Path=/; Secure`;
};

test('a sign-in is stored and can be read by every page of the company address', () => {
  const { page, stored } = opened();
  expect(stored.readSession()).toBeUndefined();
  const tokens = tokensAt(now, 'a');
  expect(stored.saveTokens(tokens, 'dashboard')).toEqual({ ok: true });
  expect(openOn(page.at('https://dashboard.northline.test/calls')).readSession()).toEqual({
    idToken: tokens.idToken,
    refreshToken: 'refresh-a',
    refreshTokenExpirationDate: tokens.refreshTokenExpirationDate,
    authStrategy: 'password',
    sessionPlatform: 'dashboard',
    samlLogoutUrl: undefined,
  });
  expect(names(page)).toEqual([
    '__Secure-auth_strategy',
    '__Secure-id_token',
    '__Secure-refresh_token',
    '__Secure-refresh_token_expiration_date',
    '__Secure-session_platform',
  ]);
  // Every one of them expires with the refresh token.
  for (const { expires } of page.kept()) expect(expires).toBe(tokens.refreshTokenExpirationDate * 1000);
});

test('a sign-in removes every older value under a key of a session', () => {
  const { page, stored } = opened();
  const all = [
    'id_token',
    'refresh_token',
    'is_connected_as',
    'impersonate_token',
    'saml_logout_url',
    'flow',
    'scope',
  ];
  plant(page, ...all, 'session_platform', 'auth_strategy', 'refresh_token_expiration_date');
  local.set('mfa_challenge', '{}');
  expect(stored.saveTokens(tokensAt(now, 'a'), 'dashboard')).toEqual({ ok: true });
  expect(page.kept().filter(({ value }) => value === 'planted')).toEqual([]);
  expect(names(page)).toHaveLength(5);
  expect(local.has('mfa_challenge')).toBe(false);
});

test('a SAML sign-in keeps the logout address, flow and scope that it stored at its start', () => {
  const { page, stored } = opened();
  plant(page, 'saml_logout_url', 'flow', 'scope', 'impersonate_token');
  const start = { logoutUrl: 'https://auth.northline.test/logout', flow: 'sp', scope: 'calls' };
  expect(stored.storeSamlStart(start)).toEqual({ ok: true });
  const away = page.kept().filter(({ value }) => value !== 'planted');
  expect(away.map(({ name }) => name)).toEqual([
    '__Secure-saml_logout_url',
    '__Secure-flow',
    '__Secure-scope',
  ]);
  for (const { expires } of away) expect(Math.abs(expires - now - 3_600_000)).toBeLessThan(5000);

  const tokens = tokensAt(now, 'a', { authStrategy: 'saml' });
  stored.saveTokens(tokens, 'dashboard');
  expect(stored.readSession()).toMatchObject({ authStrategy: 'saml', samlLogoutUrl: start.logoutUrl });
  expect(names(page)).toHaveLength(8);
  expect(names(page)).not.toContain('__Secure-impersonate_token');
  for (const { expires } of page.kept()) expect(expires).toBe(tokens.refreshTokenExpirationDate * 1000);
});

test('a second start replaces the first, and an answer without flow and scope removes both', () => {
  const { page, stored } = opened();
  stored.storeSamlStart({ logoutUrl: 'https://one.test/', flow: 'sp', scope: 'calls' });
  stored.storeSamlStart({ logoutUrl: 'https://two.test/' });
  expect(page.kept().map(({ name, value }) => [name, decodeURIComponent(value)])).toEqual([
    ['__Secure-saml_logout_url', 'https://two.test/'],
  ]);
});

test('a SAML value with a second, planted cookie is dropped', () => {
  const { page, stored } = opened();
  stored.storeSamlStart({ logoutUrl: 'https://auth.northline.test/logout' });
  page.document.cookie = '__Secure-saml_logout_url=https://evil.test; Path=/login; Secure';
  stored.saveTokens(tokensAt(now, 'a', { authStrategy: 'saml' }), 'dashboard');
  expect(stored.readSession()).toMatchObject({ authStrategy: 'saml', samlLogoutUrl: undefined });
  expect(page.kept().map(({ value }) => value)).not.toContain('https://evil.test');
});

test('the method of the last finished sign-in is stored, that of a failed one is not', () => {
  const { stored } = opened();
  expect(readLastStrategy(storage)).toBeUndefined();
  stored.saveTokens(tokensAt(now, 'a', { authStrategy: 'google' }), 'dashboard');
  expect(readLastStrategy(storage)).toBe('google');
  const tooLarge = { authStrategy: 'saml', idToken: 'x'.repeat(3801) } as const;
  stored.saveTokens(tokensAt(now, 'a', tooLarge), 'dashboard');
  expect(readLastStrategy(storage)).toBe('google');
  local.set('last_strategy', 'telepathy');
  expect(readLastStrategy(storage)).toBeUndefined();
});

test('refreshed tokens replace the old ones and keep the rest of the session', () => {
  const { page, stored } = opened();
  stored.saveTokens(tokensAt(now, 'a'), 'dashboard');
  plant(page, 'is_connected_as');
  const later = tokensAt(now, 'b', { refreshTokenExpirationDate: Math.floor(now / 1000) + 30 * 86_400 });
  expect(stored.replaceTokens(later)).toEqual({ ok: true });
  expect(stored.readSession()).toMatchObject({ refreshToken: 'refresh-b', sessionPlatform: 'dashboard' });
  expect(names(page)).toContain('__Secure-is_connected_as');
  // The other values of the session expire together with the new tokens.
  for (const { name, expires } of page.kept().filter(({ value }) => value !== 'planted'))
    expect(expires, name).toBe(later.refreshTokenExpirationDate * 1000);
});

test('signing out removes everything but the platform, the visitor id and the last sign-in method', () => {
  const { page, stored } = opened();
  const id = stored.visitorId();
  stored.saveTokens(tokensAt(now, 'a'), 'dashboard');
  plant(page, 'is_connected_as', 'impersonate_token', 'saml_logout_url', 'flow', 'scope');
  local.set('LOGIN_REDIRECT', 'x').set('mfa_challenge', 'x').set('platform', 'ios');
  stored.clearSession();
  expect(names(page)).toEqual(['__Secure-visitor_id']);
  expect(stored.visitorId()).toBe(id);
  expect([...local].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['last_strategy', 'password'],
    ['platform', 'ios'],
  ]);
});

test.each(['id_token', 'refresh_token', 'auth_strategy', 'impersonate_token'])(
  'a second %s, planted for /login by a sibling host, counts as signed out, and everything is deleted',
  (name) => {
    const { page, stored } = opened();
    stored.saveTokens(tokensAt(now, 'a'), 'dashboard');
    plant(page, 'impersonate_token');
    page.document.cookie = `__Secure-${name}=evil; Domain=northline.test; Path=/login; Secure`;
    expect(stored.readSession()).toBeUndefined();
    expect(page.kept()).toEqual([]);
    expect(reports).toEqual([{ event: 'cookieAmbiguous', name }]);
    expect(stored.saveTokens(tokensAt(now, 'b'), 'dashboard')).toEqual({ ok: true });
    expect(stored.readSession()?.refreshToken).toBe('refresh-b');
  },
);

test.each(['/login', '/login/', '/login/success'])(
  'a whole session that was planted for %s, where none of ours lies, is not believed, and is deleted',
  (path) => {
    const { page, stored } = opened({ href: 'https://auth.northline.test/login/success' });
    for (const name of ['id_token', 'refresh_token', 'auth_strategy', 'refresh_token_expiration_date'])
      page.document.cookie = `__Secure-${name}=evil; Domain=northline.test; Path=${path}; Secure`;
    expect(stored.readSession()).toBeUndefined();
    expect(page.kept()).toEqual([]);
    expect(reports).toEqual([{ event: 'cookieMisplaced' }]);
  },
);

test.each<[string, Partial<CookiePageOptions>]>([
  ['', {}],
  [' in a browser that lists cookies by their age alone', { byAge: true }],
  [
    ' in a browser that takes no Secure cookie on localhost',
    { href: 'http://localhost:4000/login', secureOnLocalhost: false },
  ],
])('a session of ours is believed after another path of the app was opened%s', (_browser, options) => {
  const { page, stored } = opened(options);
  stored.saveTokens(tokensAt(now, 'a'), 'dashboard');
  const { origin } = new URL(options.href ?? href);
  for (const path of ['/', '/login', '/login/success', '/password/reset']) {
    expect(openOn(page.at(origin + path)).readSession()?.refreshToken, path).toBe('refresh-a');
  }
  // The probe cookies are removed.
  expect(names(page)).toHaveLength(5);
});

test('a token that is too large stores nothing at all', () => {
  const { page, stored } = opened();
  const tokens = tokensAt(now, 'a', { idToken: 'x'.repeat(3801) });
  expect(stored.saveTokens(tokens, 'dashboard')).toEqual({ ok: false, reason: 'tooLarge' });
  expect(page.kept()).toEqual([]);
});

test('a sign-in fails in a browser that stores no cookie', () => {
  const { stored } = opened({ blocked: true });
  expect(stored.saveTokens(tokensAt(now, 'a'), 'dashboard')).toEqual({ ok: false, reason: 'refused' });
});

test('a stored value that is not in its list is ignored', () => {
  const { page, stored } = opened();
  plant(page, 'id_token', 'auth_strategy', 'session_platform', 'refresh_token_expiration_date');
  expect(stored.readSession()).toEqual({
    idToken: 'planted',
    refreshToken: undefined,
    refreshTokenExpirationDate: undefined,
    authStrategy: undefined,
    sessionPlatform: undefined,
    samlLogoutUrl: undefined,
  });
});

test('tokens without the __Secure- prefix are not read on an https page', () => {
  const { page, stored } = opened();
  page.document.cookie = 'id_token=evil; Domain=northline.test';
  expect(stored.readSession()).toBeUndefined();
});

test('the visitor id has 128 random bits, lasts 90 days, and is replaced when it is malformed', () => {
  const { page, stored } = opened();
  const id = stored.visitorId();
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(stored.visitorId()).toBe(id);
  const days = ((page.kept()[0]?.expires ?? 0) - now) / 86_400_000;
  expect(days).toBeCloseTo(90, 2);
  page.document.cookie = '__Secure-visitor_id=evil; Path=/login; Secure';
  const next = stored.visitorId();
  expect(next).not.toBe(id);
  expect(stored.visitorId()).toBe(next);
});

test('old analytics cookies are removed, others are not', () => {
  const { page, stored } = opened();
  const old = [
    'ajs_user_id',
    'amplitude_id_abc',
    '_ga',
    '_ga_X1',
    '_gid',
    'mp_1_mixpanel',
    'intercom-session-a',
  ];
  for (const name of [...old, 'lng', 'my_ga', 'imp_x'])
    page.document.cookie = `${name}=1; Domain=northline.test; Path=/`;
  page.document.cookie = '_ga=2; Path=/login';
  stored.removeOldAnalyticsCookies();
  expect(names(page)).toEqual(['imp_x', 'lng', 'my_ga']);
});
