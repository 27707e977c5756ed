import { expect, test } from 'vitest';

import { claimsAt, idTokenWith } from '#test/tokens.ts';

import { decodeIdToken, idTokenExpired } from './id-token.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('the claims of an ID token are read, non-ASCII letters included', () => {
  const claims = claimsAt(now, { email: 'zoë@電話.test', 'custom:platform': 'dashboard' });
  expect(decodeIdToken(idTokenWith(claims))).toEqual(claims);
});

const good = idTokenWith(claimsAt(now));
const [header, payload, signature] = good.split('.') as [string, string, string];

/** Valid claims except for one byte of the email, which is not valid UTF-8. */
const notUtf8 = btoa(JSON.stringify(claimsAt(now, { email: '\xff@northline.test' })))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replace(/=+$/, '');

test.each<[string, string]>([
  ['nothing', ''],
  ['a word', 'token'],
  ['two parts', `${header}.${payload}`],
  ['no signature', `${header}.${payload}.`],
  ['four parts', `${good}.x`],
  ['no base64url', `${header}.${payload}+.${signature}`],
  ['padding', `${header}.${payload}=.${signature}`],
  ['no JSON', `${header}.bm90IEpTT04.${signature}`],
  ['no UTF-8', `${header}.${notUtf8}.${signature}`],
  ['a list', idTokenWith([])],
  ['null', idTokenWith(null)],
  ['no claims', idTokenWith({})],
  ['an expiry as text', idTokenWith({ ...claimsAt(now), exp: '1795262400' })],
  ['roles that are no text', idTokenWith({ ...claimsAt(now), 'custom:roles': ['Admin'] })],
  ['a missing user', idTokenWith({ ...claimsAt(now), 'custom:user_id': undefined })],
])('a token with %s has no claims', (_what, token) => {
  expect(decodeIdToken(token)).toBeUndefined();
});

test.each([
  [-1, false],
  [0, true],
  [1, true],
])('%i ms after its expiry, expired is %s', (after, expired) => {
  expect(idTokenExpired({ exp: now / 1000 }, now + after)).toBe(expired);
});
