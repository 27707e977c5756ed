/** A new password (spec §5): its requirements, in the specified order, and the other fields of its forms. */
import * as v from 'valibot';

import * as limits from './limits.ts';
import { shownName } from './shown-name.ts';

/** The requirements in the order of the list on the screen (spec §5). */
export const passwordRequirements = ['length', 'lowercase', 'number', 'special', 'uppercase'] as const;
export type PasswordRequirement = (typeof passwordRequirements)[number];

const classes: Record<Exclude<PasswordRequirement, 'length'>, RegExp> = {
  lowercase: /\p{Ll}/u,
  number: /\p{Nd}/u,
  // Neither a letter (with its marks), a number, a space nor a control character. Spaces are allowed, but are no sign.
  special: /[^\p{L}\p{M}\p{N}\p{Z}\p{C}]/u,
  uppercase: /\p{Lu}/u,
};

/**
 * Which requirements a password meets. Letters and numbers of every script count, as they do for the people who type
 * them; the length is in code points after NFKC, as it is hashed (threat A11).
 */
export function requirementsMet(password: string): Record<PasswordRequirement, boolean> {
  const text = password.normalize('NFKC');
  return {
    length: lengthOf(text) >= limits.passwordMin,
    lowercase: classes.lowercase.test(text),
    number: classes.number.test(text),
    special: classes.special.test(text),
    uppercase: classes.uppercase.test(text),
  };
}

const lengthOf = (text: string): number => [...text].length;

/** A new password, as it was typed: nothing is trimmed, cut or changed. */
export const newPassword = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  // Keeps the checks below from long inputs.
  v.maxLength(limits.passwordInputMax, 'is_too_long'),
  // Half a surrogate pair would be hashed as another character.
  v.check((value) => value.isWellFormed(), 'is_invalid'),
  v.check((value) => value.trim() === value, 'is_padded'),
  v.check((value) => requirementsMet(value).length, 'is_too_short'),
  v.check((value) => lengthOf(value.normalize('NFKC')) <= limits.passwordMax, 'is_too_long'),
  v.check((value) => Object.values(requirementsMet(value)).every(Boolean), 'is_too_weak'),
);

/** The password typed again. That it is the same is checked by `passwordsMatch`, where both are known. */
export const passwordConfirmation = v.pipe(
  v.string('is_invalid'),
  v.nonEmpty('is_required'),
  v.maxLength(limits.passwordInputMax, 'is_too_long'),
);

/** Whether both fields say the same ("The passwords entered don't match.", spec §5). */
export const passwordsMatch = (password: string, confirmation: string): boolean =>
  password.normalize('NFKC') === confirmation.normalize('NFKC');

/**
 * The rules of a form with a new password and its repeat, and of its other fields. A mismatch is a problem of the
 * repeat, also together with other problems.
 */
export function newPasswordRules(others: v.ObjectEntries) {
  const entries: v.ObjectEntries = { ...others, password: newPassword, passwordConfirmation };
  return v.pipe(
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
}

/** What generators of password managers read (https://developer.apple.com/password-rules/). */
export const passwordManagerRules = `minlength: ${limits.passwordMin}; maxlength: ${limits.passwordMax}; required: lower; required: upper; required: digit; required: special;`;

/** The name of a new company. */
export const companyName = v.pipe(shownName(limits.companyNameMax), v.nonEmpty('is_required'));
