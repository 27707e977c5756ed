/**
 * Maps every failure to its text (spec §8; requirements §4 "Which failure gets which words"). A kind without a text does
 * not compile.
 */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { TextKey } from '#i18n/use-texts.ts';

const strategyWords = {
  google: 'errors.strategyGoogle',
  saml: 'errors.strategySaml',
  password: 'errors.strategyPassword',
} as const satisfies Record<Strategy, TextKey>;

/** The text of a failure: its key has the name of the kind, except for two kinds that share a text. */
export function failureWords(failure: Failure): TextKey {
  if (failure.kind === 'strategy') return strategyWords[failure.strategy];
  return failure.kind === 'codeExpired' ? 'errors.invalidCode' : `errors.${failure.kind}`;
}

/** Seconds to wait, for failures whose text is about the wait (`Retry-After` of a 429, spec §8). */
export const retryAfterOf = (failure: Failure): number | undefined =>
  failure.kind === 'rateLimited' ? failure.retryAfter : undefined;
