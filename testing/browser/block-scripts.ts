/** Blocks or delays the scripts of a page, for tests of pages that have not hydrated. */
import type { BrowserContext } from '@playwright/test';

import type { Monitor } from './monitor.ts';

/** The two reasons why a page has no script. Each journey without script runs once for each. */
export const withoutScript = [
  { way: 'with JavaScript switched off', javaScriptEnabled: false },
  { way: 'with every script of ours blocked', javaScriptEnabled: true },
] as const;

const scripts = '**/*.js';

/** Aborts every request for a script, as a content blocker does. */
export async function blockScripts(context: BrowserContext, monitor: Monitor): Promise<void> {
  monitor.mayFail();
  await context.route(scripts, (route) => route.abort('blockedbyclient'));
}

/** Delays all scripts until the returned function is called: the page stays as the server rendered it. */
export async function holdScripts(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
