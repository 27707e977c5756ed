/** Starts the log of an app: it collects from the first moment, and what sends it is loaded when there is something to send. */
import { collectErrors, onEntry } from '@app/log/log-queue.ts';

import { whenIdle } from '#pages/when-idle.ts';
import { logSteps } from './log-calls.ts';

let load: (() => Promise<unknown>) | undefined;
let loaded: Promise<unknown> | undefined;

/**
 * Collects what is to be logged. A page with nothing to log loads nothing more.
 *
 * @param loadSending loads what sends the log, and starts it
 */
export function startLog(loadSending: () => Promise<unknown>): void {
  load = loadSending;
  collectErrors();
  logSteps();
  onEntry(() => void whenIdle(() => void loadLog()));
}

/**
 * Loads what sends the log, before there is something to send: a page that will be left at once has no idle moment.
 * Never rejects: without it the app works, and nothing is sent from this page.
 */
export function loadLog(): Promise<unknown> {
  loaded ??= load?.().catch(() => undefined);
  return loaded ?? Promise.resolve();
}
