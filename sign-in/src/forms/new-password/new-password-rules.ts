/** The contract's rules for a new password and its repeat together, and the text of each problem (spec §5). */
import { newPasswordRules } from '@app/contract/fields/new-password.ts';
import type * as v from 'valibot';

import { commonFieldWords, type FormFields } from '#forms/use-form-check.ts';

const words = {
  password: {
    ...commonFieldWords,
    is_too_short: 'password.tooShort',
    is_too_long: 'password.tooLong',
    is_too_weak: 'password.tooWeak',
    is_padded: 'password.padded',
    is_common: 'password.common',
    is_breached: 'password.breached',
    is_same: 'password.same',
  },
  passwordConfirmation: { ...commonFieldWords, is_different: 'password.different' },
} as const;

/** The fields of a form with a new password. A mismatch is shown at the repeat, also with other problems. */
export function newPasswordFields<Other extends string = never>(
  others: { [Field in Other]: v.GenericSchema<string, string> },
  otherWords: FormFields<Other>['words'],
): FormFields<Other | keyof typeof words> {
  const rules = newPasswordRules(others);
  return { rules, words: { ...otherWords, ...words } };
}
