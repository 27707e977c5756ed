/** Raises each step of a sign-in (spec §4) as an event on `window`, for listeners such as a log. */
import type { FlowStep } from '@app/contract/fields/vocabulary.ts';

/** The name of the event. Its `detail` is the step. */
export const flowStepEvent = 'flow-step';

/** Raises a step. Does nothing without a `window`: the service renders screens with the same code. */
export function raiseStep(step: FlowStep): void {
  globalThis.dispatchEvent?.(new CustomEvent(flowStepEvent, { detail: step }));
}
