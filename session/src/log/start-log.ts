/** Starts the log of an app: it collects from the first moment, and what sends it is loaded when there is something to send. */
import { loadWhenNeeded } from '@app/log/load-log.ts';
import { collectErrors, log } from '@app/log/log-queue.ts';
import { reportWhenIdle, type FlushReports } from '@app/log/load-reports.ts';
import { queueError } from '@app/log/error-queue.ts';

import { whenIdle } from '#pages/load-chunk.ts';
import { logSteps } from './log-calls.ts';

/** @param loadSending loads what sends the log, and starts it */
export function startLog(loadSending: () => Promise<unknown>): void {
  collectErrors();
  logSteps();
  loadWhenNeeded(loadSending, whenIdle);
}

/**
 * Starts the error reports of an app, once the page is loaded and idle.
 *
 * @param loadReporting loads what reports, and starts it
 */
export const startReports = (loadReporting: () => Promise<FlushReports>): void =>
  reportWhenIdle(loadReporting, whenIdle);

/** Logs and reports a crash of components (spec §8). Never throws: a failure of the reporting is ignored. */
export function reportCrash(error: unknown, componentStack: string | null | undefined): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  log('error', 'page', 'crash of the screen', {
    message,
    stack,
    componentStack: componentStack ?? undefined,
  });
  queueError({ how: 'crash', error, componentStack: componentStack ?? undefined });
}
