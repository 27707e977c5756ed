import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).join(' ');

const values: Record<string, unknown[]> = {
  numbers: [10, 9, -1],
  'numbers in texts': ['Line 10', 'Line 9', 'Line 1'],
  'texts with accents': ['zoe', 'Éva', 'Eve'],
  dates: [new Date('2026-03-02'), new Date('2026-03-01'), new Date('2025-12-31')],
  flags: [true, false, false],
};

test.each([
  ['numbers', 'ASC', '3 2 1'],
  ['numbers', 'DESC', '1 2 3'],
  ['numbers in texts', 'ASC', '3 2 1'],
  ['texts with accents', 'ASC', '2 3 1'],
  ['dates', 'ASC', '3 2 1'],
  ['flags', 'ASC', '2 3 1'],
  ['flags', 'DESC', '1 2 3'],
] as const)('%s in the order %s', (kind, direction, expected) => {
  const rows = (values[kind] ?? []).map((value, index) => ({ id: index + 1, value }));
  expect(ids(sortRows(rows, { field: 'value', direction }, { locale: 'en' }))).toBe(expected);
});

test.each([
  ['ASC', '4 2 1 3 5 6'],
  ['DESC', '2 4 1 3 5 6'],
] as const)('rows without a value are last, in their order: %s', (direction, expected) => {
  const rows = [null, 'b', undefined, 'a', Number.NaN, new Date('none')].map((value, index) => ({
    id: index + 1,
    value,
  }));
  expect(ids(sortRows(rows, { field: 'value', direction }))).toBe(expected);
});

test.each(['ASC', 'DESC'] as const)('equal rows keep their order: %s', (direction) => {
  const rows = [1, 2, 3, 4].map((id) => ({ id, team: 'Sales' }));
  expect(ids(sortRows(rows, { field: 'team', direction }))).toBe('1 2 3 4');
});

test('the given rows stay as they are', () => {
  const rows = Object.freeze([{ id: 2 }, { id: 1 }]);
  expect(ids(sortRows(rows, { field: 'id', direction: 'ASC' }))).toBe('1 2');
  expect(ids([...rows])).toBe('2 1');
});
