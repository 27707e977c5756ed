import { expect, test } from 'vitest';

import { axisStep, daysOf, scaleTop } from './days-of.ts';

test('each day has a bar, also one without sign-ins, and today is the last', () => {
  const found = daysOf(
    [
      { day: '2026-11-21', method: 'password', outcome: 'success', count: 3 },
      { day: '2026-11-21', method: 'saml', outcome: 'success', count: 2 },
      { day: '2026-11-21', method: 'google', outcome: 'refused', count: 1 },
      { day: '2026-11-21', outcome: 'refused', count: 4 },
      { day: '2026-11-22', method: 'password', outcome: 'challenged', count: 5 },
    ],
    { count: 7, today: '2026-11-22' },
  );
  expect(found.map(({ day }) => day)).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
  expect(found[5]).toEqual({ day: '2026-11-21', password: 3, google: 0, saml: 2, refused: 5, challenged: 0 });
  expect(found[6]).toMatchObject({ password: 0, challenged: 5 });
});

test('days go back over the end of a month and the change of the clocks', () => {
  const found = daysOf([], { count: 7, today: '2027-03-01' }).map(({ day }) => day);
  expect(found).toEqual([
    '2027-02-23',
    '2027-02-24',
    '2027-02-25',
    '2027-02-26',
    '2027-02-27',
    '2027-02-28',
    '2027-03-01',
  ]);
});

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 20],
  [40, 40],
  [41, 60],
  [999, 1000],
  [10_005, 20_000],
])('the scale of %i sign-ins a day ends at %i, and its middle is a whole number', (most, top) => {
  expect(scaleTop(most)).toBe(top);
});

test('the axis names five days at most', () => {
  expect([7, 14, 30].map((count) => [axisStep(count), Math.ceil(count / axisStep(count))])).toEqual([
    [2, 4],
    [3, 5],
    [6, 5],
  ]);
});
