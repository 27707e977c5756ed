/** The code step (spec §4): finishes the sign-in with a code of any way, or requests a new mailed one. No React. */
import { codeEndpoints, type SetUp } from '@app/contract/calls/code-endpoints.ts';
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';
import type { NewCredential } from '@app/contract/calls/new-factor.ts';
import type { PageData } from '@app/contract/pages/page-data.ts';
import type { Failure } from '@app/session/calls/failure.ts';
import type { Outcome } from '@app/session/calls/request.ts';
import { withNewCode, withTimes, type Challenge } from '@app/session/stored/challenge.ts';

import type { TextKey } from '#i18n/use-texts.ts';

import { callIdempotently } from '#auth/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import { failureWords, retryAfterOf } from '#auth/failure-words.ts';
import { postedOutcome } from '#auth/start/posted-outcome.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { fail, type SignInStep } from '#auth/sign-in-failure.ts';

/** The message after a request for a new code. */
export interface ResendResult {
  readonly variant: 'success' | 'critical';
  readonly words: TextKey;
  /** Seconds until another try makes sense. */
  readonly wait?: number | undefined;
  readonly supportCode?: string | undefined;
}

const stageWords = ['code.sentFirst', 'code.sentSecond', 'code.sentLast'] as const satisfies TextKey[];

/**
 * The words after the first, second and last new code (spec §9; requirements §4 "Second step").
 * @param stagesUsed 1 to 3
 */
const resendStageWords = (stagesUsed: number): TextKey =>
  stageWords[Math.min(Math.max(stagesUsed, 1), stageWords.length) - 1] ?? 'code.sentLast';

/** Finishes the sign-in with a code, mailed or of the authenticator app. */
export const verifyCode = (deps: AuthDeps, of: CodeOf, code: string): Promise<SignInStep> =>
  finishWith(deps, of, code, (asked) =>
    callIdempotently(deps, codeEndpoints.verifyCode, { asked }, () => ({ ...named(of), code })),
  );

/** Finishes the sign-in with a recovery code. */
export const verifyRecoveryCode = (deps: AuthDeps, of: CodeOf, recoveryCode: string): Promise<SignInStep> =>
  finishWith(deps, of, recoveryCode, (asked) =>
    callIdempotently(deps, codeEndpoints.verifyRecoveryCode, { asked }, () => ({
      ...named(of),
      recoveryCode,
    })),
  );

/** Finishes the sign-in with the first code of an app that it asked to set up, or a passkey; with neither it is skipped. */
export const verifySetUp = (
  deps: AuthDeps,
  of: CodeOf,
  setup: string,
  by: { readonly code?: string; readonly credential?: NewCredential },
): Promise<SignInStep> =>
  finishWith(deps, of, `${setup} ${by.code ?? by.credential?.id}`, (asked) =>
    callIdempotently(deps, codeEndpoints.verifySetUp, { asked }, () => ({ ...named(of), setup, ...by })),
  );

type CodeOf = Pick<Challenge, 'email' | 'session'>;
const named = ({ email, session }: CodeOf): CodeOf => ({ email, session });

async function finishWith(
  deps: AuthDeps,
  { email, session }: CodeOf,
  typed: string,
  call: (asked: string) => Promise<Outcome<AnswerOf<typeof codeEndpoints.verifyCode>>>,
): Promise<SignInStep> {
  deps.dispatch({ type: 'signIn' });
  const outcome = await call(JSON.stringify([session, typed]));
  if (!outcome.ok) return afterCodeFailure(deps, outcome.failure);
  if ('setUp' in outcome.answer) {
    deps.dispatch({ type: 'codeStepOpened', email, session });
    return { to: 'setUp', setUp: outcome.answer.setUp };
  }
  return finishSignIn(deps, outcome.answer, 'code');
}

/** The factor to set up, on a page rendered after a code was posted without script; only its seal after a wrong code. */
export function postedSetUp(page: PageData): ShownSetUp | undefined {
  if (page.posted?.form === 'verifySetUp') return { setup: page.posted.values['setup'] ?? '' };
  const outcome = postedCode(page);
  return outcome?.ok && 'setUp' in outcome.answer ? outcome.answer.setUp : undefined;
}
export type ShownSetUp = Pick<SetUp, 'setup'> & Partial<SetUp>;

/** How many tries are left. Undefined if the last code was not wrong but expired, or was not compared. */
export const triesLeftAfter = (failure: Failure | undefined): number | undefined =>
  failure?.kind === 'invalidCode' ? failure.challenge?.triesLeft : undefined;

/** The number of tries left, on a page rendered after a code was posted without script. */
export function postedTriesLeft(page: PageData): number | undefined {
  const outcome = postedCode(page);
  return outcome && !outcome.ok ? triesLeftAfter(outcome.failure) : undefined;
}

/** What a code came to that was posted without script, of any form of the code step. */
export const postedCode = (page: PageData): Outcome<AnswerOf<typeof codeEndpoints.verifyCode>> | undefined =>
  postedOutcome(page, 'verifyCode', codeEndpoints.verifyCode) ??
  postedOutcome(page, 'verifyRecoveryCode', codeEndpoints.verifyRecoveryCode) ??
  postedOutcome(page, 'verifySetUp', codeEndpoints.verifySetUp);

/** After a refused code: stores the newer times of the challenge, or ends it. */
export function afterCodeFailure(deps: AuthDeps, failure: Failure): SignInStep {
  const stored = deps.challenge.read();
  if (stored && failure.challenge) deps.challenge.store(withTimes(stored, failure.challenge, deps.now()));
  return fail(deps, failure, 'password', ['code', 'recoveryCode']);
}

/** Requests a new code. A refusal does not end the challenge: the codes sent before stay valid. */
export async function resendCode(
  deps: AuthDeps,
  challenge: Challenge,
): Promise<{ challenge: Challenge; result: ResendResult }> {
  const asked = JSON.stringify([challenge.session, challenge.stagesUsed]);
  const outcome = await callIdempotently(
    deps,
    codeEndpoints.resendCode,
    { asked, email: challenge.email },
    () => ({
      email: challenge.email,
    }),
  );
  if (!outcome.ok) {
    const later = waitLonger(challenge, outcome.failure, deps.now());
    if (later !== challenge) deps.challenge.store(later);
    return { challenge: later, result: refused(outcome.failure) };
  }
  const renewed = afterNewCode(deps, challenge, outcome.answer);
  return { challenge: renewed, result: sent(renewed) };
}

/** Stores the next stage and the newer times of the challenge after a new code was sent. */
export function afterNewCode(
  deps: AuthDeps,
  challenge: Challenge,
  answer: AnswerOf<typeof codeEndpoints.resendCode>,
): Challenge {
  const renewed = withNewCode(challenge, answer, deps.now());
  deps.challenge.store(renewed);
  return renewed;
}

/** The message on a page rendered after 'Send new code' was pressed without script. */
export function postedResend(page: PageData, challenge: Challenge): ResendResult | undefined {
  if (page.posted?.values['session'] !== challenge.session) return undefined;
  const outcome = postedOutcome(page, 'resendCode', codeEndpoints.resendCode);
  return outcome && (outcome.ok ? sent(challenge) : refused(outcome.failure));
}

const sent = ({ stagesUsed }: Challenge): ResendResult => ({
  variant: 'success',
  words: resendStageWords(stagesUsed),
});
const refused = (failure: Failure): ResendResult => ({
  variant: 'critical',
  words: failureWords(failure),
  wait: retryAfterOf(failure),
  supportCode: failure.supportCode,
});

/** Counts down the rest of the service's wait after a request that came too early, from another tab or a wrong clock. */
function waitLonger(challenge: Challenge, failure: Failure, now: number): Challenge {
  if (failure.kind !== 'resendTooSoon' || failure.retryAfter === undefined) return challenge;
  const resendAt = now + challenge.clockOffset + failure.retryAfter * 1000;
  return withTimes(challenge, { resendAt }, now);
}
