/** Puts the failure of a sign-in into the auth state. */
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import type { Failure } from '@app/session/calls/failure.ts';

import type { TextKey } from '#i18n/text-key.ts';

import type { AuthDeps } from './auth-deps.ts';
import { failureWords, retryAfterOf } from './failure-words.ts';

/** Where a sign-in got to. A failure was already put into the auth state; it comes along for fields and focus. */
export type SignInStep =
  { readonly to: 'code' } | { readonly to: 'done' } | { readonly to: 'failed'; readonly failure?: Failure };

/**
 * Puts a failure into the auth state.
 *
 * @param strategy the way that was tried
 * @param fields those of the form: a 422 about one of them is said there, and not above the form as well
 */
export function fail(
  deps: AuthDeps,
  failure: Failure,
  strategy: Strategy = 'password',
  fields: readonly string[] = [],
): SignInStep {
  const error = failureWords(failure);
  if (failure.kind === 'invalid' && fields.some((field) => failure.fields[field]?.length)) {
    failWith(deps, null, strategy);
  } else if (failure.kind === 'strategy') {
    deps.challenge.clear();
    deps.dispatch({ type: 'signInStrategyError', error, strategy: failure.strategy });
  } else if (failure.kind === 'sessionExpired') {
    deps.challenge.clear();
    deps.dispatch({ type: 'sessionExpired', error });
  } else if (failure.kind === 'challengeDead') {
    deps.challenge.clear();
    deps.dispatch({ type: 'signInError', error, strategy, kind: 'expired' });
  } else {
    failWith(deps, error, strategy, { wait: retryAfterOf(failure) });
  }
  return { to: 'failed', failure };
}

/** Puts a failure of this browser, or one that an address names, into the auth state, by its words. null: the fields say it. */
export function failWith(
  deps: Pick<AuthDeps, 'dispatch'>,
  error: TextKey | null,
  strategy: Strategy = 'password',
  more: { readonly wait?: number | undefined; readonly advice?: TextKey } = {},
): SignInStep {
  const kind = strategy === 'saml' ? 'saml' : 'credentials';
  deps.dispatch({ type: 'signInError', error, strategy, kind, ...more });
  return { to: 'failed' };
}
