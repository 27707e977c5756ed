import { expect, test } from 'vitest';

import { hasOldAnalytics, hasSession } from './has-session.ts';

test.each([
  ['', 'https:', false],
  ['__Secure-id_token=a', 'https:', true],
  ['lng=en; __Secure-refresh_token=a', 'https:', true],
  ['__Secure-id_token=a; __Secure-id_token=b', 'https:', true],
  ['id_token=a', 'https:', false],
  ['id_token=a', 'http:', true],
  ['__Secure-id_token=a', 'http:', false],
  ['__Secure-id_token_2=a; x__Secure-id_token=1; __Secure-visitor_id=a', 'https:', false],
  ['note=__Secure-id_token=a', 'https:', false],
])('the cookies %o on %s hold a session: %s', (cookies, protocol, expected) => {
  expect(hasSession(cookies, protocol)).toBe(expected);
});

test.each([
  ['', false],
  ['_ga_X1=1', true],
  ['lng=en; intercom-session-a=1', true],
  ['my_ga=1; imp_x=1; __Secure-id_token=1', false],
])('the cookies %o hold old analytics: %s', (cookies, expected) => {
  expect(hasOldAnalytics(cookies)).toBe(expected);
});
