import { pageErrorValues } from '@app/contract/vocabulary.ts';
import { expect, test } from 'vitest';

import { pageErrorIn, withoutError } from './page-error.ts';

test('every known value has words', () => {
  for (const value of pageErrorValues) expect(pageErrorIn(`?error=${value}`).words).toMatch(/^errors\./);
});

test('no other value says anything', () => {
  for (const value of ['', 'Not-Found', 'constructor', '__proto__', '<b>', 'sso-denied']) {
    expect(pageErrorIn(`?error=${encodeURIComponent(value)}`)).toEqual({ present: true, words: undefined });
  }
  expect(pageErrorIn('?lng=de').present).toBe(false);
});

test('the address loses its error and nothing else', () => {
  expect(withoutError('http://localhost/login?lng=de&error=a&error=b&x=%20#y')).toBe('/login?lng=de&x=+#y');
  expect(withoutError('http://localhost/login?error=unknown')).toBe('/login');
});
