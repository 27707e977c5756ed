/**
 * Which step of the login screen is open. The address stays /login; the step lies in the history entry, so back leads
 * from the code or the SSO form to the password form, forward there again, and a reload stays where it is.
 */
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

export type LoginStep = 'password' | 'code' | 'sso';

interface StepState {
  readonly step?: LoginStep;
  /** The email typed so far (`useEmailFromHistory`). */
  readonly email?: string | undefined;
}

export const stepNow = (): LoginStep | undefined => (history.state as StepState | null)?.step;
const address = (): string => location.pathname + location.search;

/** The open step. @param made the step that the page was made with: the code form may stand in a page after a post */
export const useLoginStep = (made: LoginStep): LoginStep =>
  useLocationProperty(
    () => stepNow() ?? 'password',
    () => made,
  );

/** Opens a form above the password form, once. @param email as it was typed; undefined: as this entry has it */
export function openStep(
  step: Exclude<LoginStep, 'password'>,
  email = (history.state as StepState | null)?.email,
): void {
  if (stepNow() === step) return;
  navigate(address(), { replace: true, state: { step: 'password', email } satisfies StepState });
  navigate(address(), { state: { step, email } satisfies StepState });
}

/** Takes up a code that is still awaited, unless the person had gone back to the password form. */
export function resumeCodeStep(): void {
  if (stepNow() === undefined) openStep('code');
}

/** Goes back to the password form. Another form always lies above one, so this never leaves the page. */
export function closeStep(step: LoginStep): void {
  if (stepNow() === step) history.back();
}
