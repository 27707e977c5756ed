/** How the browser is started, and what its pages are like unless a test says otherwise. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

import { findChromium } from './chromium.ts';

/** Starts the machine's own Chromium, which talks to nobody by itself: the tests pass without internet. */
export const launchOptions = (): { executablePath: string; args: string[] } => ({
  executablePath: findChromium(),
  args: [
    // Chromium's sandbox does not work for root; for everybody else it stays on.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});

export const browserOptions = (): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> => ({
  actionTimeout: 60_000,
  navigationTimeout: 60_000,
  locale: 'en-US',
  timezoneId: 'UTC',
  colorScheme: 'light',
  // Movement is decoration, and painting it costs more than a test; `mailed-code.test.ts` runs with all of it.
  reducedMotion: 'reduce',
  viewport: { width: 1440, height: 900 },
  // A trace records the page at every step, which costs more than the steps: `--trace retain-on-failure` asks for one.
  trace: 'off',
  launchOptions: launchOptions(),
});
