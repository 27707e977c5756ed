/** Loads what reports the errors of an app, once. The page has one, as it has one log. */
import { loadLog } from './load-log.ts';

/** Resolves when all reports so far are sent or lost. */
export type FlushReports = () => PromiseLike<unknown>;

let load: (() => Promise<FlushReports>) | undefined;
let loaded: Promise<FlushReports | undefined> | undefined;

/**
 * Loads the reporting once the page is loaded and idle.
 *
 * @param loadReporting loads what reports, and starts it
 * @param whenIdle runs a function once the page has nothing to do
 */
export function reportWhenIdle(
  loadReporting: () => Promise<FlushReports>,
  whenIdle: (run: () => void) => unknown,
): void {
  load = loadReporting;
  const begin = (): unknown => whenIdle(() => void loadReports());
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

/** Never rejects: without it the app works, and nothing is reported from this page. */
function loadReports(): Promise<FlushReports | undefined> {
  loaded ??= load?.().catch(() => undefined);
  return loaded ?? Promise.resolve(undefined);
}

/**
 * Milliseconds that a page waits at most for its log and its reports before it is left: a slow line needs more than a
 * second for their code, and without it the words of a crash are lost.
 */
const leaveWait = 3000;

/** Sends what waits before the page is left: it would be lost. Never rejects, and does not wait for a dead intake. */
export async function sendBeforeLeaving(): Promise<void> {
  const sent = Promise.allSettled([loadLog(), loadReports().then((flush) => flush?.())]);
  await Promise.race([sent, new Promise((late) => setTimeout(late, leaveWait))]);
}
