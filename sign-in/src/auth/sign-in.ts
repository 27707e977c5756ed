/** The story of a sign-in with email, password and mailed code (§4), without React: one call, then one auth event. */
import type { AnswerOf } from '@app/contract/endpoint.ts';
import { signInEndpoints } from '@app/contract/sign-in-endpoints.ts';
import type { Tokens } from '@app/contract/tokens.ts';
import { failureOf, type Failure } from '@app/session/failure.ts';
import { decodeIdToken } from '@app/session/id-token.ts';
import { startMfaChallenge } from '@app/session/mfa-challenge.ts';
import { announce } from '@app/session/other-tabs.ts';
import * as v from 'valibot';

import type { TextKey } from '#i18n/text-key.ts';

import { attempt } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { failureWords } from './failure-words.ts';
import { collectRiskData } from './risk-data.ts';

/** Where a sign-in got to. A failure was already put into the auth state; it comes along for fields and focus. */
export type SignInStep =
  { readonly to: 'code' } | { readonly to: 'done' } | { readonly to: 'failed'; readonly failure?: Failure };

/** What the service writes into the page for a form that was sent before this app was awake. */
const earlySubmit = v.object({
  email: v.string(),
  outcome: v.variant('ok', [
    v.object({ ok: v.literal(true), answer: v.unknown() }),
    v.object({ ok: v.literal(false), status: v.number(), body: v.unknown() }),
  ]),
});

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
  return outcome.ok ? continueSignIn(deps, email, outcome.answer) : fail(deps, outcome.failure);
}

/**
 * Goes on from a form that was sent before this app was awake (decisions, section 4 'Fields').
 * Returns the email typed then, or undefined when the page carries no such outcome.
 */
export function continueEarlySubmit(
  deps: AuthDeps,
  block: unknown,
): { email: string; step: SignInStep } | undefined {
  const early = v.safeParse(earlySubmit, block);
  if (!early.success) return undefined;
  const { email, outcome } = early.output;
  const { answer: schema, refusals } = signInEndpoints.signInWithPassword;
  const answer = outcome.ok ? v.safeParse(schema, outcome.answer) : undefined;
  if (answer?.success) return { email, step: continueSignIn(deps, email, answer.output) };
  const status = outcome.ok ? 200 : outcome.status;
  const body = outcome.ok ? outcome.answer : outcome.body;
  return { email, step: fail(deps, failureOf({ status, body, retryAfter: null }, refusals, deps.now())) };
}

/** Ends a sign-in that came to tokens: stores them, tells the other tabs. A browser that keeps nothing fails visibly. */
export function finishSignIn(deps: AuthDeps, tokens: Tokens): SignInStep {
  const claims = decodeIdToken(tokens.idToken);
  if (!claims) return failWith(deps, 'errors.credentials');
  const stored = deps.stored.saveTokens(tokens, 'authentication-ui');
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
    deps.dispatch({ type: 'signInError', error, strategy: 'password', kind: 'credentials' });
  }
  return { to: 'failed', failure };
}

function failWith(deps: AuthDeps, error: TextKey): SignInStep {
  deps.dispatch({ type: 'signInError', error, strategy: 'password', kind: 'credentials' });
  return { to: 'failed' };
}

function continueSignIn(
  deps: AuthDeps,
  email: string,
  answer: AnswerOf<typeof signInEndpoints.signInWithPassword>,
): SignInStep {
  if ('basic' in answer) return finishSignIn(deps, answer.basic);
  deps.challenge.keep(startMfaChallenge(email, answer.mfa, deps.now()));
  deps.dispatch({ type: 'mfaSessionToken', email, session: answer.mfa.session });
  return { to: 'code' };
}

const riskDataOptions = ({ loadRiskData }: AuthDeps) => (loadRiskData ? { load: loadRiskData } : {});
