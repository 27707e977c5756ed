/**
 * Recovery codes: each signs in once, in place of a lost factor. With 100 random bits nobody guesses one, so the database
 * stores a plain hash (ASVS 11.5.1).
 */
import { randomBytes } from 'node:crypto';
import { recoveryCodeLetters, recoveryCodes } from '@app/contract/fields/recovery-code.ts';

/** A new set; no letter of a code is taken for another one. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes.count }, newRecoveryCode);

/** One code; as a temporary pass, too. */
export const newRecoveryCode = (): string =>
  // 32 letters: five bits of a byte choose one, and each is equally likely.
  Array.from(randomBytes(recoveryCodes.length), (byte) => recoveryCodeLetters[byte & 31]).join('');
