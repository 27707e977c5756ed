/** The code step (§4): a mailed code finishes the sign-in, or a new one is asked for. No React. */
import { signInEndpoints } from '@app/contract/sign-in-endpoints.ts';
import type { Failure } from '@app/session/failure.ts';
import { withNewCode, withTimes, type MfaChallenge } from '@app/session/mfa-challenge.ts';

import type { TextKey } from '#i18n/text-key.ts';

import { attempt } from './attempts.ts';
import type { AuthDeps } from './auth-deps.ts';
import { failureWords } from './failure-words.ts';
import { fail, finishSignIn, type SignInStep } from './sign-in.ts';

/** What a request for a new code came to, in words; the challenge itself is kept in storage. */
export interface ResendResult {
  readonly variant: 'success' | 'critical';
  readonly words: TextKey;
}

const stageWords = ['code.sentFirst', 'code.sentSecond', 'code.sentLast'] as const satisfies TextKey[];

/** The words after the first, second and last new code (§9; decisions, section 4). @param stagesUsed 1 to 3 */
const resendStageWords = (stagesUsed: number): TextKey =>
  stageWords[Math.min(Math.max(stagesUsed, 1), stageWords.length) - 1] ?? 'code.sentLast';

/** Finishes the sign-in with the mailed code. */
export async function verifyCode(
  deps: AuthDeps,
  { email, session }: Pick<MfaChallenge, 'email' | 'session'>,
  code: string,
): Promise<SignInStep> {
  deps.dispatch({ type: 'signIn' });
  const asked = JSON.stringify([session, code]);
  const outcome = await attempt(deps.client, signInEndpoints.verifyCode, asked, () => ({
    email,
    code,
    session,
  }));
  if (outcome.ok) return finishSignIn(deps, outcome.answer);
  const kept = deps.challenge.read();
  if (kept && outcome.failure.challenge)
    deps.challenge.keep(withTimes(kept, outcome.failure.challenge, deps.now()));
  return fail(deps, outcome.failure);
}

/** Asks for a new code. The refusals of this call do not end the challenge: the codes sent before stay good. */
export async function resendCode(
  deps: AuthDeps,
  challenge: MfaChallenge,
): Promise<{ challenge: MfaChallenge; result: ResendResult }> {
  const asked = JSON.stringify([challenge.session, challenge.stagesUsed]);
  const outcome = await attempt(deps.client, signInEndpoints.resendCode, asked, () => ({
    email: challenge.email,
  }));
  if (!outcome.ok) {
    const later = waitLonger(challenge, outcome.failure, deps.now());
    if (later !== challenge) deps.challenge.keep(later);
    return { challenge: later, result: { variant: 'critical', words: failureWords(outcome.failure) } };
  }
  const renewed = withNewCode(challenge, outcome.answer, deps.now());
  deps.challenge.keep(renewed);
  return {
    challenge: renewed,
    result: { variant: 'success', words: resendStageWords(renewed.stagesUsed) },
  };
}

/** Counts down what is left of the service's wait, when another tab or a wrong clock asked too soon. */
function waitLonger(challenge: MfaChallenge, failure: Failure, now: number): MfaChallenge {
  if (failure.kind !== 'resendTooSoon' || failure.retryAfter === undefined) return challenge;
  const resendAt = now + challenge.clockOffset + failure.retryAfter * 1000;
  return withTimes(challenge, { resendAt }, now);
}
