/** Signs in with email and password (spec §4): one call, then one auth event. No React. */
import type { ContextData } from '@app/contract/fields/fields.ts';
import type { Tokens } from '@app/contract/tokens/tokens.ts';
import { signInEndpoints } from '@app/contract/calls/sign-in-endpoints.ts';
import { raiseStep } from '@app/session/log/log-calls.ts';
import { startChallenge } from '@app/session/stored/challenge.ts';

import { loadChunk } from '@app/session/pages/load-chunk.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { fail, failWith, type SignInStep } from '#auth/sign-in-failure.ts';

/** Password sign-in: a challenge leads to the code step, `basic` is a session, anything else an error (spec §4). */
export async function signInWithPassword(
  deps: AuthDeps,
  { email, password }: { email: string; password: string },
): Promise<SignInStep> {
  deps.dispatch({ type: 'signIn' });
  const outcome = await callIdempotently(
    deps,
    signInEndpoints.signInWithPassword,
    { asked: JSON.stringify([email, password]), email },
    async () => {
      const contextData = await riskData(deps);
      const mailboxProof = await import('./mailbox-proof.ts').then(
        ({ takeMailboxProof }) => takeMailboxProof(email),
        () => undefined,
      );
      return { email, password, clientType: deps.clientType, contextData, mailboxProof };
    },
  );
  if (!outcome.ok) return fail(deps, outcome.failure, 'password', loginFields);
  const { answer } = outcome;
  if ('challenge' in answer) return beginCodeStep(deps, email, answer.challenge);
  return finish(deps, answer.basic);
}

/** Risk data of this device. A part of the chunk that is preloaded; if that fails to load, there is none. */
export const riskData = (deps: AuthDeps): Promise<ContextData | undefined> =>
  import('./risk-data.ts').then(
    ({ riskDataOf }) => riskDataOf(deps),
    () => undefined,
  );

/** Finishes a sign-in (`finish-sign-in.ts`). */
const finish = (deps: AuthDeps, tokens: Tokens): Promise<SignInStep> =>
  loadChunk(() => import('./finish-sign-in.ts')).then(
    ({ finishSignIn }) => finishSignIn(deps, tokens),
    () => failWith(deps, 'errors.network'),
  );

/** The visible fields of the login form. */
export const loginFields: readonly string[] = ['email', 'password'];

/** Opens the code step after a right password. */
export function beginCodeStep(
  deps: AuthDeps,
  email: string,
  challenge: Parameters<typeof startChallenge>[1],
): SignInStep {
  raiseStep('mfa.init');
  deps.challenge.store(startChallenge(email, challenge, deps.now()));
  deps.dispatch({ type: 'codeStepOpened', email, session: challenge.session });
  return { to: 'code' };
}
