/** Starts the log of an app: it collects from the first moment, and what sends it is loaded when there is something to send. */
import { loadWhenNeeded } from '@app/log/load-log.ts';
import { collectErrors } from '@app/log/log-queue.ts';

import { whenIdle } from '#pages/when-idle.ts';
import { logSteps } from './log-calls.ts';

/** @param loadSending loads what sends the log, and starts it */
export function startLog(loadSending: () => Promise<unknown>): void {
  collectErrors();
  logSteps();
  loadWhenNeeded(loadSending, whenIdle);
}
