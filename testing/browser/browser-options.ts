/** Playwright's options for every test: how Chromium is launched, and the defaults of its pages. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's headless shell comes first: it is the same browser and opens pages faster. */
const shell = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the browser's path: `CHROMIUM_PATH`, else a usual name in `PATH`, else a usual directory. Throws if there
 * is none.
 */
function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['CHROMIUM_PATH'];
  if (given) {
    if (runnable(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which is not a program that can be run.`);
  }
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), ...places];
  const candidates = [
    ...folders.map((folder) => join(folder, shell)),
    ...folders.flatMap((folder) => whole.map((name) => join(folder, name))),
    ...applications,
  ];
  const found = candidates.find(runnable);
  if (found) return found;
  throw new Error(
    'No Chromium was found: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  );
}

function runnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

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
