/**
 * A page that the service drew for one request (`contract/src/pages/page-data.ts`): what it holds, and what the post of a
 * sign-in form without script came to, led on as the story of its call would have. Loaded only with such a page, and the
 * same on the service, so that both draw the same.
 */
import { codeEndpoints } from '@app/contract/calls/code-endpoints.ts';
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';
import { signInEndpoints } from '@app/contract/calls/sign-in-endpoints.ts';
import type { ChallengeTimes } from '@app/contract/calls/refusals.ts';
import { startChallenge, type Challenge } from '@app/session/stored/challenge.ts';

import type { AuthDeps, AuthServices } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { afterCodeFailure, afterNewCode } from '#auth/password/code-step.ts';
import { postedOutcome } from './posted-outcome.ts';
import { beginCodeStep, loginFields } from '#auth/password/sign-in.ts';
import { fail } from '#auth/sign-in-failure.ts';

/**
 * The `page` block of a document. The service writes it by the type that it shares with this app, into a page that no
 * cache keeps; what is inside it of an answer is read by that answer's own rules (`posted-outcome.ts`).
 */
export const readPage = (block: unknown): PageData => block as PageData;

const ofLogin: readonly PostableForm[] = ['signInWithPassword', 'verifyCode', 'resendCode', 'sendDeviceLink'];

/** Whether the page shows the login screen whatever its address is: a form of the sign-in was posted. */
export const showsLogin = ({ posted }: PageData): boolean =>
  posted !== undefined && ofLogin.includes(posted.form);

/**
 * Goes on from a posted sign-in form. Returns the email typed then, to be shown again; undefined when no such form was
 * posted.
 */
export function continuePosted(deps: AuthDeps, page: PageData): string | undefined {
  if (!page.posted || !showsLogin(page)) return undefined;
  const { email = '', session = '' } = page.posted.values;

  const signedIn = postedOutcome(page, 'signInWithPassword', signInEndpoints.signInWithPassword);
  // What came to a session was answered with its cookies, not with this page.
  if (signedIn?.ok && 'challenge' in signedIn.answer) beginCodeStep(deps, email, signedIn.answer.challenge);
  if (signedIn?.ok === false) fail(deps, signedIn.failure, 'password', loginFields);

  const verified = postedOutcome(page, 'verifyCode', codeEndpoints.verifyCode);
  if (verified?.ok === false) {
    takeUp(deps, email, session, verified.failure.challenge);
    afterCodeFailure(deps, verified.failure);
  }

  const resent = postedOutcome(page, 'resendCode', codeEndpoints.resendCode);
  if (resent) {
    const challenge = takeUp(deps, email, session, resent.ok ? resent.answer : resent.failure.challenge);
    if (resent.ok) afterNewCode(deps, challenge, resent.answer);
  }
  // Asked for where no password opens the account: whatever came of it, that is where the person is.
  if (page.posted.form === 'sendDeviceLink') fail(deps, { kind: 'unknownDevice' });
  return email;
}

/**
 * What a page that was drawn after a post makes of the start of the app: the auth events instead of those of the stored
 * values, and the email typed then. undefined when no sign-in form was posted.
 */
export function startAfterPost(
  services: AuthServices,
  page: PageData,
): { events: AuthEvent[]; email: string | undefined } | undefined {
  const toLogin = showsLogin(page) && location.pathname !== '/login';
  // A reload of this page would send the form again. Another page's form can end in a sign-in; its query is its own.
  history.replaceState(history.state, '', toLogin ? '/login' : location.href);
  if (!showsLogin(page)) return undefined;
  const events: AuthEvent[] = [{ type: 'signOut' }];
  const email = continuePosted({ ...services, dispatch: (event) => events.push(event) }, page);
  return { events, email };
}

/**
 * The challenge that the posted code belongs to: as this browser keeps it, or for one that never ran the script, by
 * what the form carried. When its code expires is then not known, and nothing is said about it.
 */
function takeUp(
  deps: AuthDeps,
  email: string,
  session: string,
  times: Partial<ChallengeTimes> | undefined,
): Challenge {
  const kept = deps.challenge.read();
  const challenge =
    kept?.session === session
      ? kept
      : startChallenge(email, { session, ...unknownTimes, ...times }, deps.now());
  deps.challenge.store(challenge);
  deps.dispatch({ type: 'codeStepOpened', email, session });
  return challenge;
}

const unknownTimes: ChallengeTimes = { serverNow: 0, codeExpiresAt: Infinity, resendAt: 0, triesLeft: 1 };
