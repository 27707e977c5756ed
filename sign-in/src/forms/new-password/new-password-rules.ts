/** The contract's rules for a new password and its repeat together, and the text of each problem (spec §5). */
import { newPassword, passwordConfirmation, passwordsMatch } from '@app/contract/fields/new-password.ts';
import * as v from 'valibot';

import { commonFieldWords, type FormFields } from '#forms/use-form-check.ts';

const words = {
  password: {
    ...commonFieldWords,
    is_too_short: 'password.tooShort',
    is_too_long: 'password.tooLong',
    is_too_weak: 'password.tooWeak',
    is_padded: 'password.padded',
    is_common: 'password.common',
  },
  passwordConfirmation: { ...commonFieldWords, is_different: 'password.different' },
} as const;

/** The fields of a form with a new password. A mismatch is shown at the repeat, also with other problems. */
export function newPasswordFields<Other extends string = never>(
  others: { [Field in Other]: v.GenericSchema<string, string> },
  otherWords: FormFields<Other>['words'],
): FormFields<Other | keyof typeof words> {
  const entries: v.ObjectEntries = { ...others, password: newPassword, passwordConfirmation };
  const rules = v.pipe(
    v.object(entries),
    v.forward(
      v.partialCheck(
        [['password'], ['passwordConfirmation']],
        (typed: Record<string, string>) =>
          passwordsMatch(typed['password'] ?? '', typed['passwordConfirmation'] ?? ''),
        'is_different',
      ),
      ['passwordConfirmation'],
    ),
  );
  return { rules, words: { ...otherWords, ...words } };
}
