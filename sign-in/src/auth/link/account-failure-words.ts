/** The texts of failures on the account forms: recovery, new password, invitation, signup and mailed links. */
import type { Failure } from '@app/session/calls/failure.ts';

import { failureWords } from '#auth/failure-words.ts';
import type { TextKey } from '#i18n/use-texts.ts';

/**
 * The usual texts except for two kinds (docs/decisions/error-texts.md). For an unnamed 4xx, 'The credentials
 * provided are incorrect.' (spec §8) is wrong on a form without credentials. For an expired link, the specified text is
 * about an invitation.
 */
function accountFailureWords(failure: Failure): TextKey {
  if (failure.kind === 'credentials') return 'errors.unknown';
  return failure.kind === 'linkExpired' ? 'errors.invalidLink' : failureWords(failure);
}

/** The error above an account form: its text, and the seconds to wait if the service names them. */
export const accountFormError = (failure: Failure) => ({
  words: accountFailureWords(failure),
  wait: failure.retryAfter,
  supportCode: failure.supportCode,
});

/** The error above the invitation form, whose expiry has its own text (spec §8). */
export const invitationFormError = (failure: Failure) => ({
  ...accountFormError(failure),
  ...(failure.kind === 'linkExpired' && { words: 'errors.linkExpired' as const }),
});
