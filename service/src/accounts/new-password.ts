/** Checks and hashes a new password (spec §5; threats A10, A11): typed twice the same, and hard to guess. */
import { passwordsMatch } from '@app/contract/fields/new-password.ts';

import type { Deps } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import type { StoredPassword } from '#security/passwords/passwords.ts';

/**
 * The new password is the present one. Throw it only after the caller has proven the password, or consumed a try or a
 * link.
 */
export const samePassword = (): Refusal => new Refusal('invalid', { fields: { password: ['is_same'] } });

/**
 * Returns the hash of a new password. `words` are what an attacker knows of the person; empty ones are ignored. Throws
 * `Refusal('invalid')` with the wrong field.
 */
export async function hashNewPassword(
  { password, passwordConfirmation }: { readonly password: string; readonly passwordConfirmation: string },
  words: readonly (string | undefined)[],
  deps: Deps,
): Promise<StoredPassword> {
  if (!passwordsMatch(password, passwordConfirmation))
    throw new Refusal('invalid', { fields: { passwordConfirmation: ['is_different'] } });
  const known = [...words, deps.settings.reseller.name].filter((word) => word !== undefined && word !== '');
  if (await deps.passwordStrength.isGuessable(password, known as string[]))
    throw new Refusal('invalid', { fields: { password: ['is_common'] } });
  if (await deps.breachedPasswords?.isKnown(password))
    throw new Refusal('invalid', { fields: { password: ['is_breached'] } });
  return deps.passwords.hash(password);
}
