/** The story of a sign-in with email, password and mailed code (§4), without React: one call, then one auth event. */
import { signInEndpoints } from '@app/contract/sign-in-endpoints.ts';
import type { Tokens } from '@app/contract/tokens.ts';
import type { Failure } from '@app/session/failure.ts';
import { decodeIdToken } from '@app/session/id-token.ts';
import { startMfaChallenge } from '@app/session/mfa-challenge.ts';
import { announce } from '@app/session/other-tabs.ts';

import type { TextKey } from '#i18n/text-key.ts';

import { attempt } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { failureWords, waitOf } from './failure-words.ts';
import { collectRiskData } from './risk-data.ts';

/** Where a sign-in got to. A failure was already put into the auth state; it comes along for fields and focus. */
export type SignInStep =
  { readonly to: 'code' } | { readonly to: 'done' } | { readonly to: 'failed'; readonly failure?: Failure };

/** Password sign-in: `mfa` leads to the code step, `basic` is a session, anything else an error (§4). */
export async function signInWithPassword(
  deps: AuthDeps,
  { email, password }: { email: string; password: string },
): Promise<SignInStep> {
  deps.dispatch({ type: 'signIn' });
  const outcome = await attempt(
    deps.client,
    signInEndpoints.signInWithPassword,
    JSON.stringify([email, password]),
    async () => {
      const contextData = await collectRiskData(deps.config, riskDataOptions(deps));
      return { email, password, ...(contextData && { contextData }) };
    },
  );
  if (!outcome.ok) return fail(deps, outcome.failure);
  const { answer } = outcome;
  return 'basic' in answer ? finishSignIn(deps, answer.basic) : beginCodeStep(deps, email, answer.mfa);
}

/** Ends a sign-in that came to tokens: stores them, tells the other tabs. A browser that keeps nothing fails visibly. */
export async function finishSignIn(deps: AuthDeps, tokens: Tokens): Promise<SignInStep> {
  const claims = decodeIdToken(tokens.idToken);
  if (!claims) return failWith(deps, 'errors.credentials');
  const values = await deps.stored().catch(() => undefined);
  if (!values) return failWith(deps, 'errors.network');
  const stored = values.saveTokens(tokens, deps.platform);
  if (!stored.ok) return failWith(deps, stored.reason === 'refused' ? 'errors.notStored' : 'errors.unknown');
  deps.challenge.forget();
  deps.dispatch({
    type: 'signInSuccess',
    token: tokens.idToken,
    decodedToken: claims,
    strategy: tokens.authStrategy,
  });
  announce('signedIn');
  return { to: 'done' };
}

/** Puts a failure into the auth state. */
export function fail(deps: AuthDeps, failure: Failure): SignInStep {
  const error = failureWords(failure);
  if (failure.kind === 'strategy') {
    deps.challenge.forget();
    deps.dispatch({ type: 'signInStrategyError', error, strategy: failure.strategy });
  } else if (failure.kind === 'sessionExpired') {
    deps.challenge.forget();
    deps.dispatch({ type: 'sessionExpired', error });
  } else if (failure.kind === 'tooManyFailedAttempts') {
    deps.challenge.forget();
    deps.dispatch({ type: 'signInError', error, strategy: 'password', kind: 'expired' });
  } else {
    deps.dispatch({
      type: 'signInError',
      error,
      strategy: 'password',
      kind: 'credentials',
      wait: waitOf(failure),
    });
  }
  return { to: 'failed', failure };
}

function failWith(deps: AuthDeps, error: TextKey): SignInStep {
  deps.dispatch({ type: 'signInError', error, strategy: 'password', kind: 'credentials' });
  return { to: 'failed' };
}

/** Goes on from a right password to the code step. */
export function beginCodeStep(
  deps: AuthDeps,
  email: string,
  mfa: Parameters<typeof startMfaChallenge>[1],
): SignInStep {
  deps.challenge.keep(startMfaChallenge(email, mfa, deps.now()));
  deps.dispatch({ type: 'mfaSessionToken', email, session: mfa.session });
  return { to: 'code' };
}

const riskDataOptions = ({ platform, loadRiskData }: AuthDeps) => ({
  platform,
  ...(loadRiskData && { load: loadRiskData }),
});
