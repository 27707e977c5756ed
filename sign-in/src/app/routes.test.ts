import { expect, test } from 'vitest';

import { placeOf } from './routes.ts';

const cases = [
  ['/', '', 'NOT_AUTHENTICATED', 'login', '/login'],
  ['/', '?lng=de&x=1', 'NOT_AUTHENTICATED', 'login', '/login?lng=de&x=1'],
  ['/', '', 'AUTHENTICATED', 'success', '/login/success'],
  ['/login', '?lng=de', 'NOT_AUTHENTICATED', 'login', undefined],
  ['/login/', '', 'NOT_AUTHENTICATED', 'login', '/login'],
  ['/login', '?lng=de', 'AUTHENTICATED', 'success', '/login/success?lng=de'],
  ['/login/success', '', 'AUTHENTICATED', 'success', undefined],
  ['/login/success', '', 'NOT_AUTHENTICATED', 'login', '/login'],
  ['/nowhere', '?a=1', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/nowhere', '', 'AUTHENTICATED', 'success', '/login/success?error=not-found'],
  ['//evil.test', '', 'NOT_AUTHENTICATED', 'login', '/login?error=not-found'],
  ['/login', '', 'UNKNOWN', 'loading', undefined],
  ['/nowhere', '', 'UNKNOWN', 'loading', undefined],
] as const;

test.each(cases)('%s%s while %s shows %s at %s', (path, search, status, screen, address) => {
  expect(placeOf(path, search, status)).toEqual(address ? { screen, address } : { screen });
});
