import * as v from 'valibot';
import { expect, test } from 'vitest';

import { limits } from './limits.ts';
import { nameText, personName } from './person-name.ts';

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
