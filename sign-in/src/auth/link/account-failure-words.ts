/** The words of a failure on the account forms, which sign nobody in: recovery, new passwords, invitation, signup, links. */
import type { Failure } from '@app/session/calls/failure.ts';

import { failureWords } from '#auth/failure-words.ts';
import type { TextKey } from '#i18n/text-key.ts';

/**
 * As everywhere, but for two kinds (docs/decisions/account-form-errors.md). An unnamed 4xx: 'The credentials provided are
 * incorrect.' (spec §8) is wrong where nobody typed any. An expired link: the specified words are about an invitation.
 */
function accountFailureWords(failure: Failure): TextKey {
  if (failure.kind === 'credentials') return 'errors.unknown';
  return failure.kind === 'linkExpired' ? 'errors.invalidLink' : failureWords(failure);
}

/** The error above an account form: the words, and the seconds to wait where the service names them. */
export const accountFormError = (failure: Failure) => ({
  words: accountFailureWords(failure),
  wait: failure.retryAfter,
});

/** The same for an invitation, whose expiry has words of its own (spec §8). */
export const invitationFormError = (failure: Failure) => ({
  ...accountFormError(failure),
  ...(failure.kind === 'linkExpired' && { words: 'errors.linkExpired' as const }),
});
