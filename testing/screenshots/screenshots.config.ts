/** Playwright's configuration for `npm run draw screenshots` (tools/screenshots.mjs). */
import { defineConfig } from '@playwright/test';

import { browserOptions } from '#browser/browser-options.ts';
import type { ProductOptions } from '#product/start-product.ts';

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  testMatch: 'screenshots.test.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: browserOptions(),
});
