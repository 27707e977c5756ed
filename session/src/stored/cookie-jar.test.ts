import { takeQueue } from '@app/log/log-queue.ts';
import { describe, expect, test } from 'vitest';

import { cookiePage, type CookiePageOptions } from '#test/cookie-page.ts';

import { openCookieJar, type CookieJarOptions, type CookieReport } from './cookie-jar.ts';

const later = 60_000;

function jarOn(page: CookiePageOptions, options: CookieJarOptions = {}) {
  const browser = cookiePage(page);
  const reports: CookieReport[] = [];
  const jar = openCookieJar({ ...browser, ...options, report: (report) => reports.push(report) });
  return { browser, jar, reports };
}

describe('where a cookie is written', () => {
  test.each<[string, CookiePageOptions, CookieJarOptions, object]>([
    [
      'for the parent host on https',
      { href: 'https://auth.northline.test/login' },
      {},
      {
        name: '__Secure-flow',
        domain: 'northline.test',
        hostOnly: false,
        secure: true,
        sameSite: 'None',
        path: '/',
      },
    ],
    [
      'for the host where it has no parent to share with',
      { href: 'https://northline.test/login' },
      {},
      { name: '__Secure-flow', domain: 'northline.test', hostOnly: false },
    ],
    [
      'for the host alone where the browser refuses the parent',
      { href: 'https://northline.herokuapp.com/', publicSuffixes: ['herokuapp.com'] },
      {},
      { name: '__Secure-flow', domain: 'northline.herokuapp.com', hostOnly: true },
    ],
    [
      'for the host alone when the settings say so',
      { href: 'https://auth.northline.test/' },
      { cookieDomain: 'host' },
      { name: '__Secure-flow', domain: 'auth.northline.test', hostOnly: true },
    ],
    [
      'for the domain that the settings name',
      { href: 'https://auth.eu.northline.test/' },
      { cookieDomain: 'northline.test' },
      { name: '__Secure-flow', domain: 'northline.test', hostOnly: false },
    ],
    [
      'for the host alone when the settings name a foreign domain',
      { href: 'https://auth.northline.test/' },
      { cookieDomain: 'elsewhere.test' },
      { name: '__Secure-flow', domain: 'auth.northline.test', hostOnly: true },
    ],
    [
      'for localhost alone, Secure and without the prefix of https pages',
      { href: 'http://localhost:4000/login' },
      {},
      { name: 'flow', domain: 'localhost', hostOnly: true, secure: true, sameSite: 'None' },
    ],
    [
      'without Secure on localhost in a browser that takes no Secure cookie there',
      { href: 'http://localhost:4000/login', secureOnLocalhost: false },
      {},
      { name: 'flow', domain: 'localhost', secure: false, sameSite: 'Lax' },
    ],
    [
      'without Secure for an address of the local network on http',
      { href: 'http://192.168.0.10:4000/' },
      {},
      { name: 'flow', domain: '192.168.0.10', hostOnly: true, secure: false },
    ],
  ])('%s', (_where, page, options, expected) => {
    const { browser, jar, reports } = jarOn(page, options);
    expect(jar.write('flow', 'a value', later)).toEqual({ ok: true });
    expect(browser.kept()).toEqual([expect.objectContaining(expected)]);
    expect(jar.values('flow')).toEqual(['a value']);
    expect(reports).toEqual([]);
  });
});

test('a value that is written again replaces the first, and expires when it should', () => {
  const { browser, jar } = jarOn({ href: 'https://auth.northline.test/' });
  jar.write('flow', 'one', later);
  jar.write('flow', 'two', later);
  expect(jar.values('flow')).toEqual(['two']);
  expect(browser.kept()).toHaveLength(1);
  expect(Math.abs((browser.kept()[0]?.expires ?? 0) - Date.now() - later)).toBeLessThan(1000);
});

test.each(['{"a": "b; Domain=evil"}', 'https://idp.test/logout?a=1&b=2', 'Zürich 電話', '%zz', 'a=b=c'])(
  'the value %s comes back as it was',
  (value) => {
    const { jar } = jarOn({ href: 'https://auth.northline.test/' });
    expect(jar.write('scope', value, later)).toEqual({ ok: true });
    expect(jar.values('scope')).toEqual([value]);
  },
);

test('a cookie of 3,800 bytes is written; one byte more is refused and reported', () => {
  const { browser, jar, reports } = jarOn({ href: 'https://auth.northline.test/' });
  expect(jar.write('id_token', 'x'.repeat(3800), later)).toEqual({ ok: true });
  expect(jar.write('scope', 'x'.repeat(3801), later)).toEqual({ ok: false, reason: 'tooLarge' });
  expect(jar.write('flow', 'é'.repeat(634), later)).toEqual({ ok: false, reason: 'tooLarge' });
  expect(browser.kept()).toHaveLength(1);
  expect(reports).toEqual([
    { event: 'cookieTooLarge', name: 'scope', bytes: 3801 },
    { event: 'cookieTooLarge', name: 'flow', bytes: 3804 },
  ]);
});

test.each([
  ['cookieTooLarge', 3801, { name: 'id_token', bytes: 3801 }],
  ['cookiesLarge', 3700, { bytes: expect.any(Number) }],
])('the report %s waits in the log of the app', (event, bytes, properties) => {
  takeQueue();
  const jar = openCookieJar(cookiePage({ href: 'https://auth.northline.test/' }));
  jar.write('flow', 'x'.repeat(2600), later);
  jar.write('id_token', 'x'.repeat(bytes), later);
  expect(takeQueue().entries).toEqual([
    { at: expect.any(Number), level: 'warn', category: 'page', message: event, properties },
  ]);
});

test('more than 6 KiB together is written and reported once', () => {
  const { jar, reports } = jarOn({ href: 'https://auth.northline.test/' });
  expect(jar.write('id_token', 'x'.repeat(3700), later)).toEqual({ ok: true });
  expect(reports).toEqual([]);
  expect(jar.write('flow', 'x'.repeat(2600), later)).toEqual({ ok: true });
  expect(jar.write('scope', 'x', later)).toEqual({ ok: true });
  expect(reports).toEqual([{ event: 'cookiesLarge', bytes: expect.any(Number) }]);
});

test('a write that the browser does not store is detected', () => {
  const { jar, reports } = jarOn({ href: 'https://auth.northline.test/', blocked: true });
  expect(jar.write('id_token', 'x', later)).toEqual({ ok: false, reason: 'refused' });
  expect(reports).toEqual([{ event: 'cookieRefused', name: 'id_token' }]);
});

describe('D9: a name with two cookies', () => {
  /** Every second cookie that a page or a sibling host can plant and that /login/success sees. */
  const planted: string[] = [];
  for (const domain of [
    '',
    '; Domain=auth.eu.northline.test',
    '; Domain=eu.northline.test',
    '; Domain=northline.test',
  ]) {
    for (const path of ['/', '/login', '/login/', '/login/success', '/login/success/']) {
      for (const partition of ['', '; Partitioned']) {
        planted.push(`__Secure-id_token=planted; Path=${path}; Secure; SameSite=None${domain}${partition}`);
      }
    }
  }

  test('every variant can be deleted', () => {
    const variants = new Set<string>();
    for (const cookie of planted) {
      const { browser, jar } = jarOn({ href: 'https://auth.eu.northline.test/login/success' });
      jar.write('id_token', 'ours', later);
      browser.document.cookie = cookie;
      // All but the one with our own domain and path, which replaces ours.
      if (browser.kept().length === 2) variants.add(cookie);
      jar.discard('id_token');
      expect(jar.values('id_token'), cookie).toEqual([]);
      expect(browser.kept(), cookie).toEqual([]);
    }
    expect(variants.size).toBe(planted.length - 1);
  });

  test('after a write only our cookie remains, whatever the domain and path of the other', () => {
    for (const cookie of planted) {
      const { browser, jar } = jarOn({ href: 'https://auth.eu.northline.test/login/success' });
      browser.document.cookie = cookie;
      expect(jar.write('id_token', 'ours', later), cookie).toEqual({ ok: true });
      expect(jar.values('id_token'), cookie).toEqual(['ours']);
    }
  });
});

test('a cookie whose name only begins with ours, or that has no value, is not ours', () => {
  const { browser, jar } = jarOn({ href: 'https://auth.northline.test/' });
  browser.document.cookie = '__Secure-flow_two=2; Secure';
  browser.document.cookie = 'flow=plain; Secure';
  expect(jar.values('flow')).toEqual([]);
  jar.discard('flow');
  expect(browser.kept()).toHaveLength(2);
});
