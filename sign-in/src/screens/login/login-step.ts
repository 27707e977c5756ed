/**
 * Which step of the login screen is open. The address stays /login; the step lies in the history entry, so back leads
 * from the code to the password form, forward to the code again, and a reload stays where it is.
 */
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

export type LoginStep = 'password' | 'code';

interface StepState {
  readonly step?: LoginStep;
}

const stepNow = (): LoginStep | undefined => (history.state as StepState | null)?.step;
const address = (): string => location.pathname + location.search;

/** The open step. @param made the step that the page was made with: the code form may stand in a page after a post */
export const useLoginStep = (made: LoginStep): LoginStep =>
  useLocationProperty(
    () => stepNow() ?? 'password',
    () => made,
  );

/** Opens the code form above the password form, once. */
export function openCodeStep(): void {
  if (stepNow() === 'code') return;
  navigate(address(), { replace: true, state: { step: 'password' } satisfies StepState });
  navigate(address(), { state: { step: 'code' } satisfies StepState });
}

/** Takes up a code that is still awaited, unless the person had gone back to the password form. */
export function resumeCodeStep(): void {
  if (stepNow() === undefined) openCodeStep();
}

/** Goes back to the password form. The code form always lies above one, so this never leaves the page. */
export function closeCodeStep(): void {
  if (stepNow() === 'code') history.back();
}
