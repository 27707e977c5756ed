/**
 * The steps of a sign-in (spec §4), told to whoever listens on the page, such as a log: an event on `window` for each.
 */
import type { FlowStep } from '@app/contract/fields/vocabulary.ts';

/** The name of the event. Its `detail` is the step. */
export const flowStepEvent = 'flow-step';

/** Raises a step. Does nothing where there is no page: the service draws screens with the same code. */
export function raiseStep(step: FlowStep): void {
  globalThis.dispatchEvent?.(new CustomEvent(flowStepEvent, { detail: step }));
}
