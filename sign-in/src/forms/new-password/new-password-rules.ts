/** A new password and its repeat: the contract's rules for both together, and the words of each problem (spec §5). */
import { newPassword, passwordConfirmation, passwordsMatch } from '@app/contract/fields/new-password.ts';
import * as v from 'valibot';

import { commonFieldWords } from '#forms/use-form-check.ts';

export const newPasswordWords = {
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

/** The rules of a form that asks for nothing else. That the two differ is said at the repeat, whatever else is wrong. */
export const newPasswordRules = v.pipe(
  v.object({ password: newPassword, passwordConfirmation }),
  v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      (typed) => passwordsMatch(typed.password, typed.passwordConfirmation),
      'is_different',
    ),
    ['passwordConfirmation'],
  ),
);
