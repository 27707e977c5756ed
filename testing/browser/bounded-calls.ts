/**
 * Bounds the calls of the browser that Playwright bounds by the timeout of the whole test: one that hangs fails after a
 * minute like every other, by its name.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';

import { minutes } from '@app/contract/fields/durations.ts';

type Calls = Record<string, (...given: unknown[]) => Promise<unknown>>;

const bounded = new WeakSet<object>();

/** Bounds the calls of `names` for every object of the same class. */
export function boundCalls(of: object, names: readonly string[], longest = minutes(1)): void {
  const shared = Object.getPrototypeOf(of) as Calls;
  if (bounded.has(shared)) return;
  bounded.add(shared);
  for (const name of names) {
    const call = shared[name];
    if (call === undefined) throw new Error(`Playwright has no ${name} there.`);
    shared[name] = async function bound(this: unknown, ...given) {
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise((_, reject) => {
        late = setTimeout(
          () => reject(new Error(`${name} of the browser did not end within ${longest / 1000} s`)),
          longest,
        );
      });
      return Promise.race([call.apply(this, given), tooLate]).finally(() => clearTimeout(late));
    };
  }
}

/** Bounds those of a browser, its contexts and pages. */
export function boundBrowser(browser: Browser, context: BrowserContext): void {
  boundCalls(browser, ['newContext', 'newPage']);
  boundCalls(context, ['newPage', 'addCookies', 'cookies', 'storageState']);
  context.on('page', (page: Page) =>
    boundCalls(page, ['evaluate', 'evaluateHandle', 'content', 'title', 'close']),
  );
}
