import { expect, it } from 'vitest';

import { countryOf, languageOf } from './language.ts';
import { cookieOf } from './request-cookies.ts';

it.each([
  ['/login?lng=fr', { cookie: 'lng=de', 'accept-language': 'it' }, 'fr'],
  ['/login?lng=xx', { cookie: 'lng=de', 'accept-language': 'it' }, 'de'],
  ['/login', { cookie: 'a=b; lng=es', 'accept-language': 'it' }, 'es'],
  ['/login', { cookie: 'lng=de; lng=es', 'accept-language': 'it' }, 'it'],
  ['/login', { 'accept-language': 'pl, nb;q=0.8, de;q=0.9' }, 'de'],
  ['/login', { 'accept-language': 'nn-NO' }, 'no'],
  ['/login', { 'accept-language': 'nb-NO' }, 'no'],
  ['/login', { 'accept-language': 'de-CH' }, 'de'],
  ['/login', { 'accept-language': 'pt-BR' }, 'en'],
  ['/login', { 'accept-language': 'de;q=0, fr;q=0.1' }, 'fr'],
  ['/login', { 'accept-language': '*' }, 'en'],
  ['/login', {}, 'en'],
])('%s with %j is answered in %s', (url, headers, language) => {
  expect(languageOf(url, headers)).toBe(language);
});

it('ignores a cookie that occurs twice', () => {
  expect(cookieOf('a=1; b=2', 'b')).toBe('2');
  expect(cookieOf('a=1; a=2', 'a')).toBeUndefined();
  expect(cookieOf(undefined, 'a')).toBeUndefined();
});

it.each([
  ['de-CH,de;q=0.9', 'CH'],
  ['de;q=0.5, fr-ca;q=0.9', 'CA'],
  ['zh-Hant-TW', 'TW'],
  ['es-419,es-MX;q=0.9', undefined],
  ['en-u-hc-h12', undefined],
  ['de', undefined],
  ['*', undefined],
  [undefined, undefined],
])('finds the country of %s', (header, country) => {
  expect(countryOf(header === undefined ? {} : { 'accept-language': header })).toBe(country);
});
