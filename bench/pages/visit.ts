/** One visit of a page: what the browser reported, what was typed, and what was fetched. */
import { setTimeout as wait } from 'node:timers/promises';

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

import { type PageRecord, type RecordedPage, watchPage } from './watch-page.ts';

export interface Visit extends PageRecord {
  /** What the email field contained at the end. */
  readonly kept: string;
  readonly fetched: readonly Fetched[];
}

export interface Fetched {
  readonly url: string;
  /** Bytes that crossed the network, headers included; 0: from the cache. */
  readonly bytes: number;
}

export interface VisitOptions {
  /** The page from which the visit begins, on another site; left out: an empty tab. */
  readonly from?: string;
  readonly throttled: boolean;
  /** Types letters from the start of the visit. */
  readonly typing?: boolean;
  /** Milliseconds to watch the page after it is live. */
  readonly watchAfter: number;
}

export const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const slowdown = 4;

/** Each letter once, so that a letter that the page has lost is known. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Milliseconds from one letter to the next: as fast as a quick typist. */
const betweenLetters = 60;
/** Milliseconds from one question whether the page is ready to the next. */
const betweenQuestions = 100;

/** A browser as on a first visit. */
export const newVisitor = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', colorScheme: 'light' });

/** Opens the page in a tab and watches it until it is live, or loaded if it never will be. */
export async function visitPage(
  context: BrowserContext,
  url: string,
  options: VisitOptions & { live: boolean },
): Promise<Visit> {
  const page = await context.newPage();
  if (options.from !== undefined) await page.goto(options.from);
  const session = await context.newCDPSession(page);
  await page.addInitScript(watchPage, { live: options.live, typing: options.typing });
  if (options.throttled) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  const stopTyping = options.typing ? typeLetters(session) : undefined;

  await page.goto(url);
  await waitUntilReady(session);
  await page.waitForTimeout(options.watchAfter);
  await stopTyping?.();

  const visit = await readRecord(page);
  await page.close();
  return visit;
}

/**
 * Asks the page until it is painted, has its fonts and is live, by the shortest expression: Playwright waits with its
 * own script, whose evaluation would count as the page's.
 */
async function waitUntilReady(session: CDPSession): Promise<void> {
  for (;;) {
    const { result } = await session.send('Runtime.evaluate', { expression: 'globalThis.pageRecord?.ready' });
    if (result.value === true) return;
    await wait(betweenQuestions);
  }
}

/** Reads what the page recorded. */
async function readRecord(page: Page): Promise<Visit> {
  return page.evaluate(() => ({
    ...(globalThis as RecordedPage).pageRecord,
    kept: document.querySelector<HTMLInputElement>('input[type=email]')?.value ?? '',
    fetched: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => ({ url: entry.name, bytes: (entry as PerformanceResourceTiming).transferSize }),
    ),
  }));
}

/** Presses one key after the other, even before the page is loaded. Returns a function that stops it. */
function typeLetters(session: CDPSession): () => Promise<void> {
  const presses: Promise<unknown>[] = [];
  const press = (letter: string): void => {
    const key = { key: letter, text: letter, unmodifiedText: letter };
    presses.push(
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter }),
    );
  };
  let next = 0;
  const timer = setInterval(() => {
    const letter = letters[next];
    next += 1;
    if (letter !== undefined) press(letter);
  }, betweenLetters);
  return async () => {
    clearInterval(timer);
    await Promise.all(presses);
  };
}
