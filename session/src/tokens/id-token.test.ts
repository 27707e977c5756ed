import { expect, test } from 'vitest';

import { claimsAt, idTokenWith } from '#test/tokens.ts';

import { decodeIdToken, isAdmin, isFresh, tokenAge } from './id-token.ts';

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

const issued = Math.floor(now / 1000);
test.each([
  ['at its issue', 900, 0, true],
  ['in its last second', 900, 899_000, true],
  ['at its expiry', 900, 900_000, false],
  ['from a service whose clock is a moment ahead', 900, -59_000, true],
  ['from the future: the clock was set back', 900, -61_000, false],
  ['with a lifetime of 0, for a moment', 0, 29_000, true],
  ['with a lifetime of 0, after that', 0, 30_000, false],
  ['that ended before its issue, for a moment', -900, 29_000, true],
])('a token %s is judged by its age', (_when, lifetime, age, fresh) => {
  expect(isFresh({ iat: issued, exp: issued + lifetime }, issued * 1000 + age)).toBe(fresh);
});

test('without the time of the service nothing is known of a token', () => {
  expect(tokenAge({ iat: issued }, undefined)).toBeUndefined();
  expect(isFresh({ iat: issued, exp: issued + 900 }, undefined)).toBe(false);
});

test.each<[string | undefined, boolean]>([
  ['["Admin"]', true],
  ['["User","Admin"]', true],
  [' [ "Admin" ] ', true],
  ['["admin"]', false],
  ['["ADMIN"]', false],
  ['["Admin "]', false],
  ['["Administrator"]', false],
  ['["Not Admin"]', false],
  ['[["Admin"]]', false],
  ['[{"name":"Admin"}]', false],
  ['[]', false],
  // This text contains 'Admin' but is not a list of roles.
  ['"Admin"', false],
  ['{"Admin":true}', false],
  ['{"0":"Admin","length":1}', false],
  ['null', false],
  ['true', false],
  ['Admin', false],
  ['["Admin"', false],
  ['', false],
  [undefined, false],
])('the roles claim %s makes an admin: %s', (roles, admin) => {
  expect(isAdmin({ 'custom:roles': roles })).toBe(admin);
});

test('a person who is not signed in is not an admin', () => {
  expect(isAdmin(undefined)).toBe(false);
  expect(isAdmin({})).toBe(false);
});
