import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import { expect, test } from 'vitest';

import { mailDay, mailDuration } from './mail-times.ts';

test.each([
  ['de', '10 Minuten', '1 Stunde', '24 Stunden', '7 Tage'],
  ['en', '10 minutes', '1 hour', '24 hours', '7 days'],
  ['es', '10 minutos', '1 hora', '24 horas', '7 días'],
  ['fr', '10 minutes', '1 heure', '24 heures', '7 jours'],
  ['it', '10 minuti', '1 ora', '24 ore', '7 giorni'],
  ['no', '10 minutter', '1 time', '24 timer', '7 dager'],
] as const)('in %s a code lasts %s, and links last %s, %s and %s', (language, ...words) => {
  const lifetimes = [minutes(10), hours(1), days(1), days(7)];
  expect(lifetimes.map((each) => mailDuration(each, language))).toEqual(
    words.map((each) => each.replace(' ', '\u00a0')),
  );
});

test.each(['-11:00', '-08:00', '+00:00', '+01:00', '+11:00'])(
  'a day that begins at midnight of UTC%s is named as it is there',
  (zone) => {
    expect(mailDay(Date.parse(`2026-12-03T00:00:00${zone}`), 'de')).toBe('3. Dezember 2026');
  },
);
