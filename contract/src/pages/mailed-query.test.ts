import { expect, it } from 'vitest';

import { linkAddress, linkPages, type LinkPage } from './links.ts';
import { linkOfQuery, mailedQuery } from './mailed-query.ts';

const email = 'nina+sales@northline.test';
const token = 'aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-a';

/** What mail programs do to a link. */
const changes: Readonly<Record<string, (search: string) => string>> = {
  'as mailed': (search) => search,
  '&amp; for &': (search) => search.replaceAll('&', '&amp;'),
  '&amp; twice': (search) => search.replaceAll('&', '&amp;amp;'),
  '&#38; for &': (search) => search.replaceAll('&', '&%2338;'),
  'an escaped &amp;': (search) => search.replaceAll('&', '%26amp%3B'),
  'a bare +': (search) => search.replace('%2B', '+'),
  'a bare @': (search) => search.replace('%40', '@'),
  'escapes in lower case': (search) => search.replaceAll(/%../g, (escape) => escape.toLowerCase()),
  'escapes that were escaped again': (search) => search.replaceAll('%', '%25'),
  'the whole query escaped': (search) => `?${encodeURIComponent(search.slice(1))}`,
  'a soft line break': (search) => `${search.slice(0, -20)}=%0D%0A${search.slice(-20)}`,
  'a line break': (search) => `${search.slice(0, -20)}%0A${search.slice(-20)}`,
  'a full stop after it': (search) => `${search}.`,
  'an angle bracket after it': (search) => `${search}%3E`,
  'a bracket and a comma after it': (search) => `${search}),`,
  'a space after it': (search) => `${search}%20`,
  'a quotation mark after it': (search) => `${search}%22`,
};

it.each(Object.entries(changes))('a link is read with %s', (_name, change) => {
  for (const page of Object.keys(linkPages) as LinkPage[]) {
    const { search } = new URL(linkAddress('https://login.corp.test', page, email, token));
    expect(linkOfQuery(page, change(search)), page).toEqual({ email, token });
  }
});

it('the other parameters of a link stay as they are', () => {
  expect([...mailedQuery('?lng=de&amp;redirect=%2Fa%20b&x=%26c')]).toEqual([
    ['lng', 'de'],
    ['redirect', '/a b'],
    ['x', '&c'],
  ]);
});

it('a query that is no link has neither an address nor a token', () => {
  for (const search of ['', '?', '?email', '?%', '?=&amp;', '?code=%FF']) {
    const { email: address } = linkOfQuery('/password/reset', search);
    expect(address).toBe('');
  }
});
