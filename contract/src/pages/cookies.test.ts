import { expect, test } from 'vitest';

import { canHaveDomain, hostAndParents, parentHost } from './cookies.ts';

test.each([
  // Three labels or more: the parent.
  ['auth.northline.test', 'northline.test'],
  ['auth.eu.northline.test', 'eu.northline.test'],
  ['a.b.c.d.northline.test', 'b.c.d.northline.test'],
  ['auth.northline.co.uk', 'northline.co.uk'],
  ['auth.co.northline.test', 'co.northline.test'],
  ['xn--ls8h.northline.test', 'northline.test'],
  ['auth.com.example', 'com.example'],
  // What would remain cannot be registered.
  ['northline.co.uk', 'northline.co.uk'],
  ['northline.com.au', 'northline.com.au'],
  ['northline.or.jp', 'northline.or.jp'],
  // Two labels, one label.
  ['northline.test', 'northline.test'],
  ['localhost', 'localhost'],
  ['intranet', 'intranet'],
  // Never for localhost and IP addresses.
  ['auth.eu.localhost', 'auth.eu.localhost'],
  ['127.0.0.1', '127.0.0.1'],
  ['192.168.0.10', '192.168.0.10'],
  ['[::1]', '[::1]'],
  ['[2001:db8::1]', '[2001:db8::1]'],
  // A rooted name is not the name of its cookies.
  ['auth.northline.test.', 'auth.northline.test.'],
  // Known only to the browser's own list: it refuses this, and the host itself is used (cookie-jar.test.ts).
  ['northline.herokuapp.com', 'herokuapp.com'],
])('the parent host of %s is %s', (host, parent) => {
  expect(parentHost(host)).toBe(parent);
});

test.each(['localhost', 'app.localhost', 'intranet', '10.0.0.1', '[::1]', 'northline.test.', ''])(
  'a cookie of %s names no domain',
  (host) => {
    expect(canHaveDomain(host)).toBe(false);
    expect(hostAndParents(host)).toEqual([]);
  },
);

test('a page can see cookies of its host and of every host above it', () => {
  expect(hostAndParents('a.b.northline.test')).toEqual([
    'a.b.northline.test',
    'b.northline.test',
    'northline.test',
  ]);
});
