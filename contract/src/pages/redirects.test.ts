import { expect, test } from 'vitest';

import { hostileHost, hostileRedirects } from '#test/hostile-redirects.ts';
import { allowedRedirect, originsOf, platformOfRedirect, type RedirectTargets } from './redirects.ts';

/** Each app on its own host. */
const apart: RedirectTargets = {
  publicUrl: 'https://login.corp.test',
  allowedOrigins: ['https://login.corp.test', 'https://intranet.corp.test:8443'],
  dashboardUrl: 'https://dash.corp.test/app/',
  workspaceUrl: 'https://work.corp.test',
  desktopUrl: 'northline://open',
  authUrl: 'https://auth.corp.test',
  identityUrl: 'https://identity.corp.test/v1',
};
/** All of it on one origin, as it comes out of the box. */
const together: RedirectTargets = {
  publicUrl: 'http://localhost:4000',
  allowedOrigins: ['http://localhost:4000'],
  dashboardUrl: 'http://localhost:4000/dashboard',
  workspaceUrl: 'http://localhost:4000/workspace',
  desktopUrl: 'northline://open',
  authUrl: 'http://localhost:4000',
  identityUrl: 'http://localhost:4000',
};

test.each([
  ['https://dash.corp.test', 'https://dash.corp.test/'],
  ['https://dash.corp.test/anything/else?a=1&b=//evil.test#c', undefined],
  ['https://dash.corp.test?a=1', 'https://dash.corp.test/?a=1'],
  ['https://dash.corp.test#a', 'https://dash.corp.test/#a'],
  ['https://work.corp.test/calls/7', undefined],
  ['https://auth.corp.test/docs', undefined],
  ['https://identity.corp.test/', undefined],
  ['https://login.corp.test/login/success', undefined],
  ['https://intranet.corp.test:8443/a', undefined],
  ['https://dash.corp.test/a b', 'https://dash.corp.test/a%20b'],
  ['https://dash.corp.test/a//b/%2f/../c', 'https://dash.corp.test/a//b/c'],
  ['https://dash.corp.test/büro', 'https://dash.corp.test/b%C3%BCro'],
  ['https://dash.corp.test/?back=https%3A%2F%2Fevil.test', undefined],
  ['/', 'https://login.corp.test/'],
  ['/login/success?lng=de', 'https://login.corp.test/login/success?lng=de'],
  ['/authors?of=/auth/', 'https://login.corp.test/authors?of=/auth/'],
  ['/login/auth/', 'https://login.corp.test/login/auth/'],
  ['/a//b', 'https://login.corp.test/a//b'],
  ['/?next=//evil.test', 'https://login.corp.test/?next=//evil.test'],
  ['northline://open', undefined],
  ['northline://open/call/7?a=1#b', undefined],
  ['northline://', undefined],
])('%s is followed', (value, expected = value) => {
  expect(allowedRedirect(value, apart)).toBe(expected);
});

test.each([
  ['apart', apart, 'https://dash.corp.test'],
  ['apart, on a port', apart, 'https://intranet.corp.test:8443'],
  ['together', together, 'http://localhost:4000'],
])('D1: nothing hostile is followed: targets %s', (_, targets, origin) => {
  const hostile = hostileRedirects({ origin, desktop: targets.desktopUrl });
  const followed = hostile.filter((value) => allowedRedirect(value, targets) !== undefined);
  expect(followed).toEqual([]);
  expect(hostile.length).toBeGreaterThanOrEqual(200);
});

test('D1: nothing hostile is followed either when the address of the query was encoded once more', () => {
  const hostile = hostileRedirects({ origin: 'https://dash.corp.test', desktop: apart.desktopUrl });
  const twice = hostile.flatMap((value) => (value.isWellFormed() ? [encodeURIComponent(value)] : []));
  const followed = twice.filter((value) => allowedRedirect(value, apart) !== undefined);
  expect(followed).toEqual([]);
});

test('D1: whatever is put together by chance, what is followed is on the list, for every reader of it', () => {
  const schemes = ['https:', 'http:', 'HTTPS:', 'northline:', 'javascript:'];
  const signs = ['//', '/', '\\', '\t', '\n', ' ', '@', ':', '.', '%2f', '%5c', '%09', '?', '#', '..', '&'];
  const parts = [...schemes, ...signs, 'dash.corp.test', 'login.corp.test', hostileHost, '443', 'open'];
  // A fixed row of numbers (Park and Miller), so that a failure can be repeated.
  let seed = 20_260_101;
  const chance = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const origins = originsOf(apart);
  let followed = 0;
  const tries = 100_000;
  for (let count = 0; count < tries; count += 1) {
    const length = 1 + chance(7);
    const value = Array.from({ length }, () => parts[chance(parts.length)]).join('');
    const href = allowedRedirect(value, apart);
    if (href === undefined) continue;
    followed += 1;
    for (const base of [
      'https://login.corp.test/login',
      'https://dash.corp.test/a/b',
      `https://${hostileHost}/`,
    ]) {
      const url = new URL(href, base);
      expect(url.protocol === 'northline:' || origins.includes(url.origin), value).toBe(true);
      expect(url.pathname.startsWith('//') && url.protocol !== 'northline:', value).toBe(false);
    }
    // What it gives is followed again, so that keeping it and checking it once more changes nothing.
    expect(allowedRedirect(href, apart), value).toBe(href);
  }
  expect(followed).toBeGreaterThan(100);
});

test.each([null, ''])('without a value (%o) there is nothing to follow', (value) => {
  expect(allowedRedirect(value, apart)).toBeUndefined();
});

test('what is longer than 2,048 characters once it is written as an address is not followed', () => {
  for (const value of [
    '/'.padEnd(2048, 'x'),
    `/${'ö'.repeat(400)}`,
    `https://dash.corp.test/${'ö'.repeat(400)}`,
  ])
    expect(allowedRedirect(value, apart), value).toBeUndefined();
});

test('exactly 2,048 characters are followed', () => {
  const value = 'https://dash.corp.test/'.padEnd(2048, 'x');
  expect(allowedRedirect(value, apart)).toBe(value);
  expect(allowedRedirect(`${value}x`, apart)).toBeUndefined();
});

test('settings that are empty or no addresses allow nothing, and nothing fails', () => {
  const empty = {
    ...apart,
    publicUrl: '',
    allowedOrigins: ['', 'null', '*'],
    dashboardUrl: '',
    workspaceUrl: 'x',
  };
  const nothing = { ...empty, desktopUrl: '', authUrl: 'northline://a', identityUrl: 'data:,' };
  expect(originsOf(nothing)).toEqual([]);
  for (const value of [
    '/',
    '/login',
    'https://dash.corp.test',
    'northline://a',
    'data:,',
    'null',
    '*',
    'x',
  ]) {
    expect(allowedRedirect(value, nothing), value).toBeUndefined();
  }
});

test.each(['javascript:x', 'data:x', 'vbscript:x', 'blob:x', 'file:///x', 'about:blank', 'filesystem:x'])(
  'a desktop address of %s in the settings opens no door',
  (desktopUrl) => {
    expect(allowedRedirect(desktopUrl, { ...apart, desktopUrl })).toBeUndefined();
  },
);

test('a desktop app on a web address is an origin like others, not a scheme', () => {
  const web = { ...apart, desktopUrl: 'https://desktop.corp.test/open' };
  expect(allowedRedirect('https://evil.test/', web)).toBeUndefined();
});

test('a desktop scheme without slashes takes only addresses without them', () => {
  const plain = { ...apart, desktopUrl: 'northline:open' };
  expect(allowedRedirect('northline:open?call=7', plain)).toBe('northline:open?call=7');
  expect(allowedRedirect('northline://open', plain)).toBeUndefined();
  expect(allowedRedirect('northline:https://evil.test', plain)).toBeUndefined();
});

test.each([
  [apart, 'https://dash.corp.test/app/calls', 'dashboard'],
  [apart, 'https://dash.corp.test/app', 'dashboard'],
  [apart, 'https://dash.corp.test/application', undefined],
  [apart, 'https://dash.corp.test/', undefined],
  [apart, 'https://work.corp.test/dashboard', 'aircall-workspace'],
  [apart, 'https://login.corp.test/login?redirect=https://dash.corp.test/app', 'authentication-ui'],
  [apart, 'https://auth.corp.test/', undefined],
  [apart, 'https://dash.corp.test.evil.test/app', undefined],
  [apart, 'http://dash.corp.test/app', undefined],
  [apart, 'northline://open', undefined],
  [apart, 'dashboard', undefined],
  [together, 'http://localhost:4000/dashboard', 'dashboard'],
  [together, 'http://localhost:4000/dashboard?a=/workspace', 'dashboard'],
  [together, 'http://localhost:4000/workspace/7', 'aircall-workspace'],
  [together, 'http://localhost:4000/dashboards', 'authentication-ui'],
  [together, 'http://localhost:4000/', 'authentication-ui'],
  [together, 'http://localhost:4001/dashboard', undefined],
] as const)('of %o the address %s belongs to %s', (targets, href, expected) => {
  expect(platformOfRedirect(href, targets)).toBe(expected);
});
