/** The `test` of every journey: fixtures for a started product, a browser monitor and a clock that can be moved. */
import { test as base, expect } from '@playwright/test';

import { hours } from '@app/contract/fields/durations.ts';
import { type Language, languages } from '@app/contract/fields/vocabulary.ts';
import { proof } from '@app/service/test/setup/proof.ts';

import { makeOlder } from '#older-browsers/older-browser.ts';
import { startProduct, type Product, type ProductOptions } from '#product/start-product.ts';
import { boundBrowser } from './bounded-calls.ts';
import { fillByCommand, whyNot } from './engines.ts';
import { startMonitor, type Monitor } from './monitor.ts';
import { startWebKit } from './webkit-browser.ts';

export { expect };
export { proof };

const first: readonly Language[] = ['en', 'de'];

/** The languages that a test walks: English, and German with its long words; in the proof the others. */
export const walkedLanguages = proof ? languages.filter((language) => !first.includes(language)) : first;

/** The clock of the browser and the service. Use this fixture before a page is opened. */
export interface Time {
  /** Moves both clocks forward by `ms` milliseconds in one step, as for a laptop that slept. */
  pass(ms: number): Promise<void>;
}

const isLogOfFault = (line: string): boolean => /^\{"level":"(?:warn|error|fatal)"/.test(line);

interface Journey {
  /** Skips what the engine cannot run. */
  engine: undefined;
  /**
   * Option: moves the clock a day forward before the test, so that no earlier test has used any part of a rate limit
   * (the longest counts 24 hours). False where the product's clock must equal the machine's.
   */
  freshLimits: boolean;
  /** Option: the browser lacks what one of the oldest browsers lacks. `OLDER_BROWSER=1` sets it for every journey. */
  olderBrowser: boolean;
  monitor: Monitor;
  time: Time;
}

export const test = base.extend<Journey, ProductOptions & { product: Product }>({
  settings: [{}, { option: true, scope: 'worker' }],

  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  engine: [
    async ({ browserName }, use, testInfo) => {
      const reason = whyNot(browserName, testInfo.tags);
      testInfo.skip(reason !== undefined, reason);
      await use(undefined);
    },
    { auto: true },
  ],

  browser: [
    async ({ playwright, browserName }, use) => {
      const browser =
        browserName === 'webkit'
          ? await startWebKit(playwright.webkit)
          : await playwright[browserName].launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],

  olderBrowser: [process.env['OLDER_BROWSER'] === '1', { option: true }],

  bypassCSP: async ({ olderBrowser }, use) => use(olderBrowser),

  context: async (
    { browser, browserName, product, viewport, colorScheme, reducedMotion, olderBrowser },
    use,
  ) => {
    // WebKit's has no options but these; the others are given all of them by Playwright.
    const context = await browser.newContext({ baseURL: product.url, viewport, colorScheme, reducedMotion });
    boundBrowser(browser, context);
    if (browserName !== 'chromium') {
      context.pages().forEach(fillByCommand);
      context.on('page', fillByCommand);
    }
    if (olderBrowser) await makeOlder(context);
    await use(context);
    await context.close();
  },

  baseURL: async ({ product }, use) => use(product.url),

  freshLimits: [true, { option: true }],

  monitor: [
    async ({ context, product, settings, freshLimits }, use) => {
      if (freshLimits) await product.advance(hours(25));
      // A test that sets its own mail server has no mailbox.
      if (settings['SMTP_URL'] === undefined) await product.mailbox.clear();
      const monitor = await startMonitor(context, product.url);
      await use(monitor);
      const problems = monitor.problems();
      // The log says why, for instance, a call was answered with 503.
      const faults = problems.length === 0 ? [] : product.output().split('\n').filter(isLogOfFault).slice(-5);
      expect(problems, ['problems that the browser reported', ...faults].join('\n')).toEqual([]);
    },
    { auto: true },
  ],

  time: async ({ context, product, monitor }, use) => {
    // Depends on the monitor fixture, which moves the product's clock before the browser's clock is set from it.
    void monitor;
    await context.clock.install({ time: await product.now() });
    await use({
      pass: async (ms) => {
        await product.advance(ms);
        await context.clock.fastForward(ms);
      },
    });
  },
});
