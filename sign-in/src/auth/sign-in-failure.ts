/** Puts the failure of a sign-in into the auth state. */
import type { SetUp } from '@app/contract/calls/code-endpoints.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { TextKey } from '#i18n/use-texts.ts';

import type { AuthDeps } from './auth-deps.ts';
import { failureWords, retryAfterOf } from './failure-words.ts';

/** The result of a sign-in. A failure is already in the auth state; the form uses it for fields and focus. */
export type SignInStep =
  | { readonly to: 'code' }
  | { readonly to: 'done' }
  | { readonly to: 'setUp'; readonly setUp: SetUp }
  | { readonly to: 'failed'; readonly failure?: Failure };

/**
 * Puts a failure into the auth state.
 *
 * @param strategy the sign-in method that was tried
 * @param fields the form's fields: a 422 about one of them is shown there and not above the form as well
 */
export function fail(
  deps: AuthDeps,
  failure: Failure,
  strategy: Strategy = 'password',
  fields: readonly string[] = [],
): SignInStep {
  const error = failureWords(failure);
  const { supportCode } = failure;
  if (failure.kind === 'invalid' && fields.some((field) => failure.fields[field]?.length)) {
    failWith(deps, null, strategy);
  } else if (failure.kind === 'strategy') {
    deps.challenge.clear();
    deps.dispatch({ type: 'signInStrategyError', error, strategy: failure.strategy, supportCode });
  } else if (failure.kind === 'sessionExpired') {
    deps.challenge.clear();
    deps.dispatch({ type: 'sessionExpired', error, supportCode });
  } else if (failure.kind === 'challengeDead') {
    deps.challenge.clear();
    deps.dispatch({ type: 'signInError', error, strategy, kind: 'expired', supportCode });
  } else {
    failWith(deps, error, strategy, { wait: retryAfterOf(failure), supportCode });
  }
  return { to: 'failed', failure };
}

/** Puts an error of this browser or of an address into the auth state, by its text. null: the fields show it. */
export function failWith(
  deps: Pick<AuthDeps, 'dispatch'>,
  error: TextKey | null,
  strategy: Strategy = 'password',
  more: {
    readonly wait?: number | undefined;
    readonly advice?: TextKey;
    readonly supportCode?: string | undefined;
  } = {},
): SignInStep {
  const kind = strategy === 'saml' ? 'saml' : 'credentials';
  deps.dispatch({ type: 'signInError', error, strategy, kind, ...more });
  return { to: 'failed' };
}
