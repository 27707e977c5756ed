/**
 * The story of a sign-in with email, password and mailed code (spec §4), without React: one call, then one auth event.
 */
import { signInEndpoints } from '@app/contract/calls/sign-in-endpoints.ts';
import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import { raiseStep } from '@app/session/pages/flow-steps.ts';
import { startMfaChallenge } from '@app/session/stored/mfa-challenge.ts';

import type { TextKey } from '#i18n/text-key.ts';
import { loadChunk } from '#load-chunk.ts';

import { attempt } from '#auth/provider/attempts.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { failureWords, waitOf } from '#auth/failure-words.ts';

/** Where a sign-in got to. A failure was already put into the auth state; it comes along for fields and focus. */
export type SignInStep =
  { readonly to: 'code' } | { readonly to: 'done' } | { readonly to: 'failed'; readonly failure?: Failure };

/** Password sign-in: `mfa` leads to the code step, `basic` is a session, anything else an error (spec §4). */
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
      // Loaded with what follows a password, which comes with the first sign of a sign-in. Without it there is no risk data.
      const contextData = await import('./risk-data.ts').then(
        ({ collectRiskData }) => collectRiskData(deps.config, riskDataOptions(deps)),
        () => undefined,
      );
      const mailboxProof = await import('#auth/link/mailbox-proof.ts').then(
        ({ takeMailboxProof }) => takeMailboxProof(email),
        () => undefined,
      );
      return { email, password, clientType: deps.clientType, contextData, mailboxProof };
    },
  );
  if (!outcome.ok) return fail(deps, outcome.failure, 'password', loginFields);
  const { answer } = outcome;
  if ('mfa' in answer) return beginCodeStep(deps, email, answer.mfa);
  return loadChunk(() => import('./finish-sign-in.ts')).then(
    ({ finishSignIn }) => finishSignIn(deps, answer.basic),
    () => failWith(deps, 'errors.network'),
  );
}

/** The fields that a person sees on the login form. */
export const loginFields: readonly string[] = ['email', 'password'];

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
    deps.challenge.forget();
    deps.dispatch({ type: 'signInStrategyError', error, strategy: failure.strategy });
  } else if (failure.kind === 'sessionExpired') {
    deps.challenge.forget();
    deps.dispatch({ type: 'sessionExpired', error });
  } else if (failure.kind === 'tooManyFailedAttempts') {
    deps.challenge.forget();
    deps.dispatch({ type: 'signInError', error, strategy, kind: 'expired' });
  } else {
    failWith(deps, error, strategy, { wait: waitOf(failure) });
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

/** Goes on from a right password to the code step. */
export function beginCodeStep(
  deps: AuthDeps,
  email: string,
  mfa: Parameters<typeof startMfaChallenge>[1],
): SignInStep {
  raiseStep('mfa.init');
  deps.challenge.keep(startMfaChallenge(email, mfa, deps.now()));
  deps.dispatch({ type: 'mfaSessionToken', email, session: mfa.session });
  return { to: 'code' };
}

const riskDataOptions = ({ platform, loadRiskData }: AuthDeps) => ({
  platform,
  ...(loadRiskData && { load: loadRiskData }),
});
