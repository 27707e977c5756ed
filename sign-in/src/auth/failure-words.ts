/**
 * The words of every failure (spec §8; requirements §4 "Which failure gets which words"). A kind without words does not
 * compile.
 */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { TextKey } from '#i18n/text-key.ts';

const strategyWords = {
  google: 'errors.strategyGoogle',
  saml: 'errors.strategySaml',
  password: 'errors.strategyPassword',
} as const satisfies Record<Strategy, TextKey>;

/** What a person reads about a failure: each kind has words of its own name, but for the two that share some. */
export function failureWords(failure: Failure): TextKey {
  if (failure.kind === 'strategy') return strategyWords[failure.strategy];
  return failure.kind === 'codeExpired' ? 'errors.invalidCode' : `errors.${failure.kind}`;
}

/** How many seconds to wait, where the words are about nothing else (`Retry-After` of a 429, spec §8). */
export const retryAfterOf = (failure: Failure): number | undefined =>
  failure.kind === 'rateLimited' ? failure.retryAfter : undefined;
