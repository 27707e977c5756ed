/** Pages whose script never comes, in the two ways in which that happens to people, or comes late. */
import type { BrowserContext } from '@playwright/test';

import type { Watch } from './monitor.ts';

/** Each journey without script is made once in each of these ways. */
export const withoutScript = [
  { way: 'with JavaScript switched off', javaScriptEnabled: false },
  { way: 'with every script of ours blocked', javaScriptEnabled: true },
] as const;

const scripts = '**/*.js';

/** A filter on the way that lets no script through. */
export async function blockScripts(context: BrowserContext, watched: Watch): Promise<void> {
  watched.mayFail();
  await context.route(scripts, (route) => route.abort('blockedbyclient'));
}

/** Holds all scripts back until the returned function is called: the page as it was drawn, before it hydrates. */
export async function holdScripts(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
