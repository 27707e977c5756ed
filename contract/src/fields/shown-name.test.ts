import * as v from 'valibot';
import { expect, test } from 'vitest';

import * as limits from './limits.ts';
import { companyName } from './new-password.ts';
import { nameText, personName } from './shown-name.ts';

const problemOf = (schema: typeof nameText | typeof personName, given: unknown): string | undefined =>
  v.safeParse(schema, given).issues?.[0].message;

test.each([
  ['Zoë van der Bérg', undefined],
  ['محمد', undefined],
  ['👩‍👩‍👧 Ray', undefined],
  ['x'.repeat(limits.personNameMax), undefined],
  ['x'.repeat(limits.personNameMax + 1), 'is_too_long'],
  ['Ann\u0000', 'is_invalid'],
  ['Ann\nBerg', 'is_invalid'],
  ['Ann \ud83d', 'is_invalid'],
  ['Ann\u2028Berg', 'is_invalid'],
  [7, 'is_invalid'],
])('a name %j has the problem %s', (given, problem) => {
  expect(problemOf(personName, given)).toBe(problem);
  expect(problemOf(nameText, given)).toBe(problem);
});

test('white space around a name is no part of it, and only the name that a person has is required', () => {
  expect(v.parse(personName, '  Ann  Berg ')).toBe('Ann  Berg');
  expect(problemOf(personName, '  ')).toBe('is_required');
  expect(v.parse(nameText, '  ')).toBe('');
});

test.each([
  ['Eve \u202Emoc.live', 'Eve moc.live'],
  ['\u200Fעדה\u2066\u2069', 'עדה'],
  ['A\u200Bd\u00ADa\uFEFF', 'Ada'],
  ['Zoe\u0308', 'Zoë'],
  ['می\u200Cنا', 'می\u200Cنا'],
  ['👩‍👩‍👧 ❤\uFE0F Ray\u200D\u200D', '👩‍👩‍👧 ❤\uFE0F Ray'],
  [`Z${'\u0335'.repeat(60)}algo`, `Z${'\u0335'.repeat(4)}algo`],
])('others read the name %j as %j', (given, read) => {
  expect([v.parse(personName, given), v.parse(companyName, given)]).toEqual([read, read]);
});

test.each([
  '\u200B\u2060',
  '\u202E \u200F',
  '\u3164',
  '\u2800',
  '\u200D\u200C',
  '\u0301\uFE0F',
  '\u00AD',
  '\u{E0041}',
])('the name %j, of which nobody sees anything, is none', (given) => {
  expect([problemOf(personName, given), v.safeParse(companyName, given).issues?.[0].message]).toEqual([
    'is_required',
    'is_required',
  ]);
  expect(v.parse(nameText, given)).toBe('');
});
