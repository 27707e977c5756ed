import { fieldProblems } from '@app/contract/fields/fields.ts';
import { expect, test } from 'vitest';

import { newPasswordFields } from './new-password-rules.ts';

const good = 'Kestrel-Harbour-27!';
const table: [password: string, repeat: string, problems: object][] = [
  [good, good, {}],
  [good, 'Kestrel-Harbour-27', { passwordConfirmation: 'is_different' }],
  ['', '', { password: 'is_required', passwordConfirmation: 'is_required' }],
  [good, '', { passwordConfirmation: 'is_required' }],
  ['Ab1!', 'Ab1!', { password: 'is_too_short' }],
  ['Ab1!', 'Ab1', { password: 'is_too_short', passwordConfirmation: 'is_different' }],
  ['kestrel-harbour-27!', 'kestrel-harbour-27!', { password: 'is_too_weak' }],
  [` ${good}`, ` ${good}`, { password: 'is_padded' }],
  ['Harbour Kestrel 27!', 'Harbour Kestrel 27!', {}],
  // The same password in composed and in decomposed Unicode.
  ['Kestr\u00e9l-27!x', 'Kestre\u0301l-27!x', {}],
];

test.each(table)('%o typed twice as %o: %o', (password, passwordConfirmation, problems) => {
  expect(fieldProblems(newPasswordFields({}, {}).rules, { password, passwordConfirmation })).toEqual(
    problems,
  );
});
