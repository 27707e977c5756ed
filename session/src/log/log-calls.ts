/** Logs the steps of a sign-in (spec §4), and how every call was answered (spec §8). Part of the first load. */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import { log } from '@app/log/log-queue.ts';
import type { FlowStep } from '@app/contract/fields/vocabulary.ts';

/** Failures that are the product's: no answer, and every 5xx (spec §8). All others are answers to what was typed. */
const faults: ReadonlySet<string> = new Set(['network', 'timeout', 'unknown']);

/** Of a call's outcome what the log has: nothing of the answer itself. */
type LoggedOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly failure: {
        readonly kind: string;
        readonly status?: number | undefined;
        readonly requestId?: string | undefined;
      };
    };

/** Logs each step as it begins. Two of them, `mfa.init` and `google.init`, are not calls. */
export function logSteps(): void {
  addEventListener(flowStepEvent, ({ detail: step }: CustomEventInit) => {
    log('info', 'authentication', `${step} begins`, { step });
  });
}

/**
 * Logs how a call was answered, with the pattern of its path: the ids in it are in the service's own line. The method
 * is logged where more than one call can have a path.
 */
export function logAnswer(entry: Endpoint, outcome: LoggedOutcome): void {
  const { path, step } = entry;
  const method = entry.audience === 'anyone' ? undefined : entry.method;
  const failure = outcome.ok ? undefined : outcome.failure;
  const result = failure ? failure.kind : 'success';
  const { status = 0 } = failure ?? {};
  const refused = status >= 400 && status < 500;
  const what = step ?? (method === undefined ? path : `${method} ${path}`);
  log(
    faults.has(result) && !refused ? 'error' : 'info',
    step ? 'authentication' : 'call',
    `${what} answered: ${result}`,
    {
      step,
      method,
      path,
      outcome: result,
      status: failure?.status,
      requestId: failure?.requestId,
    },
  );
}

/** The name of the event. Its `detail` is the step. */
export const flowStepEvent = 'flow-step';

/** Raises a step of a sign-in (spec §4), for listeners such as the log. Does nothing without a `window`: the service renders screens with the same code. */
export function raiseStep(step: FlowStep): void {
  globalThis.dispatchEvent?.(new CustomEvent(flowStepEvent, { detail: step }));
}
