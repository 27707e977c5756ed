import { languages } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import { translate } from './translate.ts';

const catalogues = [
  {
    login: { lead: 'Log in to {{reseller}}, {{name}}.' },
    wait: { days_one: '{{count}} day', days_other: '{{count}} days' },
  },
  { login: { lead: 'later', only: 'only later' }, plain: '{{count}} of any number' },
];
const english = (key: string, values = {}) => translate(catalogues, 'en', key, values);

test('the first catalogue that has a key counts', () => {
  expect(english('login.lead', { reseller: 'Northline', name: 'Ada' })).toBe('Log in to Northline, Ada.');
  expect(english('login.only')).toBe('only later');
});

test('a value is filled in unescaped, and its placeholders are not replaced', () => {
  expect(english('login.lead', { reseller: '<b>{{name}}$&$1</b>', name: '$t(wait)' })).toBe(
    'Log in to <b>{{name}}$&$1</b>, $t(wait).',
  );
  expect(english('login.lead', { reseller: 0 })).toBe('Log in to 0, .');
});

test('a value of another direction does not change the order of the words around it', () => {
  const lead = (name: string) => english('login.lead', { reseller: 'Northline', name });
  expect(lead('עדה')).toBe('Log in to Northline, \u2068עדה\u2069.');
  expect(lead('Eve \u202Emoc.live')).toBe('Log in to Northline, \u2068Eve moc.live\u2069.');
  expect(lead('Ada\u2069\u202E')).toBe('Log in to Northline, \u2068Ada\u2069.');
});

test('a count chooses the plural form of the language', () => {
  expect([english('wait.days', { count: 1 }), english('wait.days', { count: 0 })]).toEqual([
    '1 day',
    '0 days',
  ]);
  for (const language of languages)
    expect(translate(catalogues, language, 'wait.days', { count: 5 }), language).toBe('5 days');
  expect(translate(catalogues, 'fr', 'wait.days', { count: 0 })).toBe('0 day');
  // French, Italian and Spanish have a separate form for whole millions.
  for (const language of languages)
    for (const count of [1_000_000, 2_000_000])
      expect(translate(catalogues, language, 'wait.days', { count }), language).toMatch(/000 days$/);
});

test('a number is written as the language writes it', () => {
  expect(english('wait.days', { count: 12_000 })).toBe('12,000 days');
  expect(translate(catalogues, 'de', 'wait.days', { count: 12_000 })).toBe('12.000 days');
  expect(translate(catalogues, 'no', 'wait.days', { count: 12_000 })).toBe('12\u00a0000 days');
  expect(english('login.lead', { name: '12000' })).toContain('12000');
});

test('a key whose value is not a text has no text', () => {
  for (const key of [
    '',
    'login',
    'login.',
    'login.lead.length',
    'constructor',
    '__proto__.constructor',
    'none',
  ])
    expect(english(key), key).toBeUndefined();
});
