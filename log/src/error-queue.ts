/**
 * Keeps the errors of an app until the code that reports them is loaded (`reports/send-reports.ts`). It is part of the
 * first load, so it only collects.
 */

/** An error that ended something for the person. */
export interface QueuedError {
  /** How it was found: it was uncaught, or a component crashed. */
  readonly how: 'uncaught' | 'rejection' | 'crash';
  readonly error: unknown;
  /** The components around the one that crashed. */
  readonly componentStack?: string | undefined;
}

/** Errors that wait at most; those after them say less. */
const queueMax = 20;

const waiting: QueuedError[] = [];
let take: ((one: QueuedError) => void) | undefined;

/** Hands an error to the reports, now or when they are loaded. Never throws: a failure of the reporting is ignored. */
export function queueError(one: QueuedError): void {
  if (!take) {
    if (waiting.length < queueMax) waiting.push(one);
    return;
  }
  try {
    take(one);
  } catch {
    // Logged errors of the reporting would be reported.
  }
}

/** Gives all errors to `report`: those that waited, and each from now on. */
export function takeErrors(report: (one: QueuedError) => void): void {
  take = report;
  for (const one of waiting.splice(0)) queueError(one);
}
