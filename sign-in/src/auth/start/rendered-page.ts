/**
 * Continues a sign-in from a page that the service rendered for one request (`contract/src/pages/page-data.ts`), such as
 * the answer to a form posted without script. The service runs the same code, so hydration renders the same page.
 */
import { codeEndpoints } from '@app/contract/calls/code-endpoints.ts';
import type { PageData, PostableForm } from '@app/contract/pages/page-data.ts';
import { providerEndpoints } from '@app/contract/calls/provider-endpoints.ts';
import { signInEndpoints } from '@app/contract/calls/sign-in-endpoints.ts';
import { ways, type SsoErrorValue } from '@app/contract/fields/vocabulary.ts';
import type { ChallengeTimes } from '@app/contract/calls/refusals.ts';
import { startChallenge, type Challenge } from '@app/session/stored/challenge.ts';

import type { AuthDeps, AuthServices } from '#auth/auth-deps.ts';
import type { AuthEvent } from '#auth/auth-state.ts';
import { afterCodeFailure, afterNewCode, postedCode } from '#auth/password/code-step.ts';
import { postedOutcome } from './posted-outcome.ts';
import { beginCodeStep, loginFields } from '#auth/password/sign-in.ts';
import { ssoAdvice } from '#auth/sso-advice.ts';
import { fail, failWith } from '#auth/sign-in-failure.ts';

/**
 * The `page` block of a document. It needs no validation: the service writes it with the same type into an uncached
 * page. An answer inside it is parsed by the schema of its call (`posted-outcome.ts`).
 */
export const readPage = (block: unknown): PageData => block as PageData;

const loginForms: readonly PostableForm[] = [
  'signInWithPassword',
  'verifyCode',
  'verifyRecoveryCode',
  'verifySetUp',
  'resendCode',
  'sendDeviceLink',
  'signInWithGoogle',
  'startSso',
];

/** Where a posted sign-in form is shown again, at any address of the page; undefined without one. */
export function loginPathOf({ posted }: PageData): '/login' | '/login/sso' | undefined {
  if (!posted || !loginForms.includes(posted.form)) return undefined;
  return posted.form === 'startSso' ? '/login/sso' : '/login';
}

/**
 * Continues after a posted sign-in form. Returns the email typed then, to be shown again; undefined when no such form
 * was posted.
 */
export function continuePosted(deps: AuthDeps, page: PageData): string | undefined {
  if (!page.posted || !loginPathOf(page)) return undefined;
  const { email = '', error } = page.posted.values;

  const signedIn = postedOutcome(page, 'signInWithPassword', signInEndpoints.signInWithPassword);
  // A sign-in that got a session was answered with cookies and a redirect, not with this page.
  if (signedIn?.ok && 'challenge' in signedIn.answer) beginCodeStep(deps, email, signedIn.answer.challenge);
  if (signedIn?.ok === false) fail(deps, signedIn.failure, 'password', loginFields);

  const google = postedOutcome(page, 'signInWithGoogle', providerEndpoints.signInWithGoogle);
  if (google?.ok === false) fail(deps, google.failure, 'google');

  const sso = postedOutcome(page, 'startSso', providerEndpoints.startSso);
  if (sso?.ok === false) {
    // A return from the company's page: the person did not type its code.
    if (error !== undefined)
      failWith(deps, 'errors.credentials', 'saml', {
        advice: ssoAdvice[error as SsoErrorValue],
        supportCode: sso.failure.supportCode,
      });
    else fail(deps, sso.failure, 'saml', ['email']);
  }

  const verified = postedCode(page);
  // A right code is answered with this page only if an app has to be set up.
  if (verified)
    restoreChallenge(deps, page.posted.values, verified.ok ? undefined : verified.failure.challenge);
  if (verified?.ok === false) afterCodeFailure(deps, verified.failure);

  const resent = postedOutcome(page, 'resendCode', codeEndpoints.resendCode);
  if (resent) {
    const challenge = restoreChallenge(
      deps,
      page.posted.values,
      resent.ok ? resent.answer : resent.failure.challenge,
    );
    if (resent.ok) afterNewCode(deps, challenge, resent.answer);
  }
  // The form exists only on the screen of a blocked password, so this screen is shown again with any result.
  if (page.posted.form === 'sendDeviceLink') fail(deps, { kind: 'unknownDevice' });
  return email;
}

/**
 * The auth events and the typed email of a page that was rendered after a post. They replace the events of the stored
 * values. Undefined when no sign-in form was posted.
 */
export function startAfterPost(
  services: AuthServices,
  page: PageData,
): { events: AuthEvent[]; email: string | undefined } | undefined {
  const path = loginPathOf(page);
  const isReturn = page.posted?.values['error'] !== undefined;
  // A reload of this page would send the form again. Another page's form can end in a sign-in; its query is its own.
  history.replaceState(
    history.state,
    '',
    path && (isReturn || location.pathname !== path) ? path : location.href,
  );
  if (!path) return undefined;
  const events: AuthEvent[] = [{ type: 'signOut' }];
  const email = continuePosted({ ...services, dispatch: (event) => events.push(event) }, page);
  return { events, email };
}

/**
 * The challenge of the posted code: the stored one, or one made from the form's fields in a browser that has not run
 * the script before. The expiry of its code is then unknown, and the screen shows none.
 */
function restoreChallenge(
  deps: AuthDeps,
  { email = '', session = '', ways: named = '' }: Readonly<Record<string, string>>,
  times: Partial<ChallengeTimes> | undefined,
): Challenge {
  const known = named.split(' ').flatMap((name) => ways.find((way) => way === name) ?? []);
  const stored = deps.challenge.read();
  const challenge =
    stored?.session === session
      ? stored
      : startChallenge(
          email,
          { session, ...unknownTimes, ...times, ...(known.length > 0 && { ways: known }) },
          deps.now(),
        );
  deps.challenge.store(challenge);
  deps.dispatch({ type: 'codeStepOpened', email, session });
  return challenge;
}

const unknownTimes: ChallengeTimes = { serverNow: 0, codeExpiresAt: Infinity, resendAt: 0, triesLeft: 1 };
