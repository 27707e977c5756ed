import { expect, test } from 'vitest';
import { countPages, nearestPage, pageItems } from './page-items.ts';

const shown = (page: number, pageCount: number) =>
  pageItems(page, pageCount)
    .map((item) => (typeof item === 'number' ? item : '…'))
    .join(' ');

test.each([
  [1, 1, '1'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [4, 8, '1 2 3 4 5 … 8'],
  [5, 8, '1 … 4 5 6 7 8'],
  [5, 9, '1 … 4 5 6 … 9'],
  [200, 200, '1 … 196 197 198 199 200'],
])('page %i of %i shows %s', (page, pageCount, expected) => {
  expect(shown(page, pageCount)).toBe(expected);
});

test('seven items from eight pages on, whatever the page', () => {
  const lengths = new Set(Array.from({ length: 30 }, (_, index) => pageItems(index + 1, 30).length));
  expect([...lengths]).toEqual([7]);
});

test.each([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [10_000, Infinity, 1],
])('%i rows by %d are %i pages', (rowCount, pageSize, expected) => {
  expect(countPages(rowCount, pageSize)).toBe(expected);
});

test.each([
  [3, 2, 2],
  [0, 2, 1],
  [-4, 2, 1],
  [1.7, 2, 1],
  [Number.NaN, 2, 1],
])('page %d of %i is page %i', (page, pageCount, expected) => {
  expect(nearestPage(page, pageCount)).toBe(expected);
});
