/** A recovery code as people write it: the app's field, the printed list and the service read it alike. */
import * as v from 'valibot';

export const recoveryCodes = {
  /** How many are made. */
  count: 10,
  /** Letters of a code, without the marks between its groups: 100 bits. */
  length: 20,
  group: 5,
} as const;

/** Without I, L, O and U, so that none is taken for another one (Crockford's base 32). */
export const recoveryCodeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code in groups: `4V7QK-…`. */
export const showRecoveryCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${recoveryCodes.group}}`, 'g')) ?? []).join('-');

/** A typed code in its one form: upper case, without marks, with the digits that I, L and O stand for. */
export const recoveryCode = v.pipe(
  v.string('is_invalid'),
  v.maxLength(100, 'is_invalid'),
  v.transform((typed) =>
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  ),
  v.nonEmpty('is_required'),
  v.regex(new RegExp(`^[${recoveryCodeLetters}]{${recoveryCodes.length}}$`), 'is_invalid'),
);
