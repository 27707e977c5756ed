/**
 * Stores in the history entry which step of the login screen is open. The address stays /login. Back goes from the code
 * or SSO form to the password form, forward returns, and a reload stays on the step.
 */
import { navigate, useLocationProperty } from 'wouter/use-browser-location';
import { useState } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import type { FormError } from '#forms/form-alert.tsx';

export type LoginStep = 'password' | 'code' | 'sso';

interface StepState {
  readonly step?: LoginStep;
  /** The email typed so far (`useEmailFromHistory`). */
  readonly email?: string | undefined;
}

export const stepNow = (): LoginStep | undefined => (history.state as StepState | null)?.step;
const address = (): string => location.pathname + location.search;

/** The address of the SSO form: it is open there without a step before it. */
export const isSsoPage = (path = location.pathname): boolean => /^\/login\/sso\/?$/.test(path);

/** The open step. @param made the step that the page was rendered with: after a post it can be the code form */
export const useLoginStep = (made: LoginStep): LoginStep =>
  useLocationProperty(
    () => stepNow() ?? 'password',
    () => made,
  );

/** Opens a form after the password form, once. @param email as typed; undefined: the one of this history entry */
export function openStep(
  step: Exclude<LoginStep, 'password'>,
  email = (history.state as StepState | null)?.email,
): void {
  if (stepNow() === step) return;
  navigate(address(), { replace: true, state: { step: 'password', email } satisfies StepState });
  navigate(address(), { state: { step, email } satisfies StepState });
}

/** Opens the code step for a code that is still awaited, unless the person had gone back to the password form. */
export function resumeCodeStep(): void {
  if (stepNow() === undefined && !isSsoPage()) openStep('code');
}

/**
 * Goes back to the password form. Other forms come after it in the history, so this never leaves the page; only the page
 * of the SSO form has none before it.
 */
export function closeStep(step: LoginStep, email?: string): void {
  if (stepNow() === step) history.back();
  else if (step === 'sso' && isSsoPage())
    navigate('/login', { state: { step: 'password', email } satisfies StepState });
}

/**
 * The state of the sign-in for one step of the login screen: the error of this step, and whether a call is in progress
 * or the person is signed in.
 *
 * @param ignoresEarlier whether an error left over from the previous step is ignored
 */
export function useSignInStep(ignoresEarlier: boolean): { error: FormError | null; busy: boolean } {
  const { state } = useAuth();
  const { signedInError, wait, supportCode } = state;
  const [earlier, setEarlier] = useState(ignoresEarlier ? signedInError : null);
  if (earlier && signedInError !== earlier) setEarlier(null);
  return {
    error: signedInError && !earlier ? { words: signedInError, wait, supportCode } : null,
    busy: state.signingIn || state.status === 'AUTHENTICATED',
  };
}
