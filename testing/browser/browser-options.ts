/** Playwright's options for every test: how Chromium is launched, and the defaults of its pages. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

import { findChromium } from './chromium.ts';

/**
 * Launches the installed Chromium without its background requests, so that the tests pass without internet. The browser
 * is looked for when one is launched: a configuration is also loaded by checks that need none.
 */
export const launchOptions = (): { readonly executablePath: string; args: string[] } => ({
  get executablePath() {
    return findChromium();
  },
  args: [
    // Chromium's sandbox does not work for root; it stays on for every other user.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});

/**
 * Has letters of their exact width, as on phones and sharp screens: the headless browser makes each a whole number of pixels
 * wide, and a font and its fallback then differ by more than their letters do.
 */
export const exactLetters = '--font-render-hinting=none';

export const browserOptions = (): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> => ({
  actionTimeout: 60_000,
  navigationTimeout: 60_000,
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  // Animations are decorative and slow a test down; `mailed-code.test.ts` runs with all of them.
  reducedMotion: 'reduce',
  viewport: { width: 1440, height: 900 },
  // A trace records every step, which takes longer than the steps. Use `--trace retain-on-failure` to get one.
  trace: 'off',
  launchOptions: launchOptions(),
});
