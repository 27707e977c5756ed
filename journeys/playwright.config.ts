/**
 * The browser tests: one file a journey, against the started product. Run by `npm test`, or alone with
 * `npx playwright test --config journeys/playwright.config.ts [file]` after `npm run build`.
 *
 * The browser is the machine's own Chromium (`CHROMIUM_PATH`, then the usual places). Nothing is repeated and nothing
 * sleeps: a journey waits for the thing itself, and one that fails once has failed.
 */
import { defineConfig, type ReporterDescription } from '@playwright/test';

import { findChromium } from '@app/testing/browser/chromium.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';

const jsonFile = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];
const reporters: ReporterDescription[] = [['list'], ['./accessibility/accessibility-report.ts']];
if (jsonFile) reporters.push(['json', { outputFile: jsonFile }]);

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Limits that catch a journey which hangs, on the busiest machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: reporters,
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    // Movement is decoration, and painting it costs more than a journey; `mailed-code.test.ts` goes with all of it.
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    // A trace looks at the page at every step, which costs more than the steps: `--trace retain-on-failure` asks for one.
    trace: 'off',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        // Chromium's sandbox does not work for root; for everybody else it stays on.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // A browser of its own talks to nobody: the journeys pass without internet.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
