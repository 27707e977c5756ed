/** Logs the steps of a sign-in (spec §4), and how every call was answered (spec §8). Part of the first load. */
import type { Endpoint } from '@app/contract/calls/endpoint.ts';
import { log } from '@app/log/log-queue.ts';

import type { Outcome } from '#calls/request.ts';
import { flowStepEvent } from '#pages/flow-steps.ts';

/** Failures that are the product's: no answer, and every 5xx (spec §8). All others are answers to what was typed. */
const faults: ReadonlySet<string> = new Set(['network', 'timeout', 'unknown']);

/** Logs each step as it begins. Two of them, `mfa.init` and `google.init`, are no calls. */
export function logSteps(): void {
  addEventListener(flowStepEvent, ({ detail: step }: CustomEventInit) => {
    log('info', 'authentication', `${step} begins`, { step });
  });
}

/** Logs how a call was answered. */
export function logAnswer({ path, step }: Pick<Endpoint, 'path' | 'step'>, outcome: Outcome<unknown>): void {
  const failure = outcome.ok ? undefined : outcome.failure;
  const result = failure ? failure.kind : 'success';
  log(
    faults.has(result) ? 'error' : 'info',
    step ? 'authentication' : 'call',
    `${step ?? path} answered: ${result}`,
    {
      step,
      path,
      outcome: result,
      status: failure?.status,
      requestId: failure?.requestId,
    },
  );
}
