/**
 * The browser tests: one file a journey, against the started product. Run by `npm test`, or alone with
 * `npx playwright test --config journeys/playwright.config.ts [file]` after `npm run build`.
 *
 * The browser is the machine's own Chromium (`CHROMIUM_PATH`, then the usual places). Nothing is repeated and nothing
 * sleeps: a journey waits for the thing itself, and one that fails once has failed.
 */
import { defineConfig, type ReporterDescription } from '@playwright/test';

import { browserOptions } from '@app/testing/browser/browser-options.ts';
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
  use: browserOptions(),
});
