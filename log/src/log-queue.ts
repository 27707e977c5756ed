/**
 * Keeps what an app should log until the code that sends it is loaded (`forward-log.ts`). It is part of the first load,
 * so it only collects: uncaught errors, rejections, console errors and warnings, and what the app itself says.
 */
import { queueError } from './error-queue.ts';
import type { LogLevel } from './log-batch.ts';

/** What happened, as it was given: nothing is cleaned or copied before it is sent. */
export interface QueuedEntry {
  readonly at: number;
  readonly level: LogLevel;
  readonly category: string;
  readonly message: string;
  readonly properties?: unknown;
}

/** Entries that wait at most; more are counted. */
export const queueMax = 100;

const waiting: QueuedEntry[] = [];
let dropped = 0;
let wake = (): void => {};

/** Logs one entry. Never throws. A text of `message` says what happened; what differs each time is in `properties`. */
export function log(level: LogLevel, category: string, message: string, properties?: unknown): void {
  if (waiting.length < queueMax) waiting.push({ at: Date.now(), level, category, message, properties });
  else dropped += 1;
  wake();
}

/** Takes all entries, and how many did not fit. */
export function takeQueue(): { readonly entries: QueuedEntry[]; readonly dropped: number } {
  const taken = { entries: waiting.splice(0), dropped };
  dropped = 0;
  return taken;
}

/** Calls `woken` at each entry from now on. */
export function onEntry(woken: () => void): void {
  wake = woken;
}

/**
 * Logs what nothing else would (spec §8): uncaught errors, rejections, console errors and warnings. The console still
 * shows them.
 */
export function collectErrors(): void {
  const page = 'page';
  addEventListener('error', (event) => {
    // The browser puts a notice of the observer off to the next frame: nothing has failed.
    if (event.message.startsWith('ResizeObserver loop')) return;
    // The load of an element that fails has no error; it does not reach `window` without capture.
    log('error', page, event.message || 'uncaught error', event.error ?? { at: event.filename });
    queueError({ how: 'uncaught', error: event.error ?? event.message });
  });
  addEventListener('unhandledrejection', ({ reason }: { reason: unknown }) => {
    log('error', page, 'unhandled rejection', reason);
    queueError({ how: 'rejection', error: reason });
  });
  for (const level of ['error', 'warn'] as const) {
    const shown = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      shown(...parts);
      log(level, page, `console.${level}`, parts);
    };
  }
}
