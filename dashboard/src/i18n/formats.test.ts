import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import { languages } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import { createFormats } from './formats.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en', '10,000', 'Nov 22, 2026'],
  ['de', '10.000', '22.11.2026'],
  ['es', '10.000', '22 nov 2026'],
  ['fr', '10 000', '22 nov. 2026'],
  ['it', '10.000', '22 nov 2026'],
  ['no', '10 000', '22. nov. 2026'],
] as const)('%s writes %s and %s', (language, number, date) => {
  const formats = createFormats(language);
  expect(plain(formats.number(10_000))).toBe(number);
  expect(plain(formats.date(now))).toBe(date);
});

test.each([
  [-minutes(0.5), 'now'],
  [-minutes(5), '5 minutes ago'],
  [-minutes(59), '59 minutes ago'],
  [-hours(1), '1 hour ago'],
  [-days(1), 'yesterday'],
  [-days(6), '6 days ago'],
  [-days(20), '2 weeks ago'],
  [-days(40), 'last month'],
  [-days(800), '2 years ago'],
  [days(3), 'in 3 days'],
])('%i ms from now is %s', (difference, words) => {
  expect(createFormats('en').relative(now + difference, now)).toBe(words);
});

test('a Norwegian day is a dag', () => {
  const { relative } = createFormats('no');
  expect([relative(now - days(6), now), relative(now + days(3), now)]).toEqual([
    'for 6 dager siden',
    'om 3 dager',
  ]);
});

test('a short time has the year only where it is another one', () => {
  const formats = createFormats('en');
  const time = Date.UTC(2026, 10, 22, 12);
  expect(plain(formats.shortDateTime(time, now))).toMatch(/^Nov 22, \d+:00 [AP]M$/);
  expect(plain(formats.shortDateTime(time, now + days(365)))).toMatch(/^Nov 22, 2026, /);
});

test('every language has words for the past, the future and a list', () => {
  const seen = languages.map((language) => {
    const formats = createFormats(language);
    return [
      formats.relative(now - days(3), now),
      formats.relative(now + days(3), now),
      formats.list(['Ada', 'Zoë', 'Ivo']),
      formats.dateTime(now),
    ];
  });
  expect(new Set(seen.map(([past]) => past)).size).toBe(languages.length);
  for (const words of seen) for (const each of words) expect(each).toMatch(/\S/);
});
