/**
 * Playwright's configuration of the browser tests: one file for each journey, against the started product. Run by
 * `npm test` and `npm run proof`, or after `npm run build` with
 * `npx playwright test --config journeys/playwright.config.ts [file]`.
 *
 * The browser is the installed Chromium (`CHROMIUM_PATH`, then the usual directories). With `ENGINES=firefox,webkit` the
 * journeys with the tag `@engines` run in those two. There are no sleeps, and no retries in Chromium: a test waits for the
 * event, and one failure fails it.
 */
import { defineConfig, type ReporterDescription } from '@playwright/test';

import { browserOptions } from '@app/testing/browser/browser-options.ts';
import { engineProjects } from '@app/testing/browser/engines.ts';
import type { ProductOptions } from '@app/testing/product/start-product.ts';

const jsonFile = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];
const reporters: ReporterDescription[] = [
  [jsonFile ? 'dot' : 'list'],
  ['./accessibility/accessibility-report.ts'],
];
if (jsonFile) reporters.push(['json', { outputFile: jsonFile }]);

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  testMatch: '*.test.ts',
  testIgnore: process.env['PROOF'] === '1' ? [] : '*.proof.test.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Timeouts that only a hanging test reaches, even on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: reporters,
  use: browserOptions(),
  ...engineProjects(),
});
