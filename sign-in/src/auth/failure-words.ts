/** The words of every failure (§8; decisions, section 4 'Which failure gets which words'). A kind without words does not compile. */
import type { Strategy } from '@app/contract/vocabulary.ts';
import type { Failure } from '@app/session/failure.ts';

import type { TextKey } from '#i18n/text-key.ts';

const words = {
  network: 'errors.network',
  timeout: 'errors.timeout',
  tooManyRequests: 'errors.tooManyRequests',
  tooManyFailedAttempts: 'errors.tooManyFailedAttempts',
  resendTooSoon: 'errors.resendTooSoon',
  validationLimitExceeded: 'errors.validationLimitExceeded',
  credentials: 'errors.credentials',
  forbidden: 'errors.forbidden',
  invalidCode: 'errors.invalidCode',
  codeExpired: 'errors.invalidCode',
  sessionExpired: 'errors.sessionExpired',
  invalidLink: 'errors.invalidLink',
  linkExpired: 'errors.linkExpired',
  invalid: 'errors.invalid',
  unknown: 'errors.unknown',
  // Only used when the method is not known; `failureWords` names it.
  strategy: 'errors.credentials',
} as const satisfies Record<Failure['kind'], TextKey>;

const strategyWords = {
  google: 'errors.strategyGoogle',
  saml: 'errors.strategySaml',
  password: 'errors.strategyPassword',
} as const satisfies Record<Strategy, TextKey>;

/** What a person reads about a failure. */
export function failureWords(failure: Failure): TextKey {
  return failure.kind === 'strategy' ? strategyWords[failure.strategy] : words[failure.kind];
}

/** How many seconds to wait, where the words are about nothing else (`Retry-After` of a 429, §8). */
export const waitOf = (failure: Failure): number | undefined =>
  failure.kind === 'tooManyRequests' ? failure.retryAfter : undefined;
