/** The words of a failure on the forms where nobody signs in: recovery, new passwords, invitation, signup, links. */
import type { Failure } from '@app/session/calls/failure.ts';

import type { TextKey } from '#i18n/text-key.ts';

import { failureWords } from '#auth/failure-words.ts';

/**
 * As everywhere, but for two kinds (docs/decisions/account-form-errors.md). A 4xx without a kind of its own and an
 * answer that cannot be read: 'The credentials provided are incorrect.' (spec §8) would send a person who has typed
 * none looking for a fault that is ours. A link that has expired: the specified words are about an invitation.
 */
export function accountFailureWords(failure: Failure): TextKey {
  if (failure.kind === 'credentials') return 'errors.unknown';
  return failure.kind === 'linkExpired' ? 'errors.invalidLink' : failureWords(failure);
}

/** The same for an invitation, whose expiry has words of its own (spec §8). */
export const invitationFailureWords = (failure: Failure): TextKey =>
  failure.kind === 'linkExpired' ? 'errors.linkExpired' : accountFailureWords(failure);

/** What stands above such a form: the words, and the seconds to wait where the service names them. */
export const accountFormError = (failure: Failure) => ({
  words: accountFailureWords(failure),
  wait: failure.retryAfter,
});
