/** Loads what sends the log of an app, once. The page has one log, as it has one console. */
import { onEntry } from './log-queue.ts';

let load: (() => Promise<unknown>) | undefined;
let loaded: Promise<unknown> | undefined;

/**
 * Loads the sending when the page is idle and has something to log. A page with nothing to log loads nothing more.
 *
 * @param loadSending loads what sends the log, and starts it
 * @param whenIdle runs a function once the page has nothing to do
 */
export function loadWhenNeeded(
  loadSending: () => Promise<unknown>,
  whenIdle: (run: () => void) => unknown,
): void {
  load = loadSending;
  onEntry(() => void whenIdle(() => void loadLog()));
}

/**
 * Loads the sender before there is something to send: a page that is left immediately has no idle moment. Never
 * rejects: without it the app works, and nothing is sent from this page.
 */
export function loadLog(): Promise<unknown> {
  loaded ??= load?.().catch(() => undefined);
  return loaded ?? Promise.resolve();
}
