/** What both projects of browser tests share: one Chromium, the installed one, driven by Playwright. */
import { launchOptions } from '@app/testing/browser/browser-options.ts';
import { playwright } from '@vitest/browser-playwright';
import type { BrowserConfigOptions, BrowserCommand } from 'vitest/node';

/** The commands of the browser tests that Vitest does not have. */
declare module 'vitest/browser' {
  interface BrowserCommands {
    takePicture: () => Promise<string>;
  }
}

type Media = { forcedColors?: 'active' | null; reducedMotion?: 'reduce' | 'no-preference' | null };

/** Sets media features of the test's page, as the person's system would. Its type is in ui/vitest.browser.setup.ts. */
const emulate: BrowserCommand<[Media]> = async ({ page }, media) => {
  await page.emulateMedia(media);
};

/** Takes a picture of the whole viewport, as a data URL. Vitest's own takes only the box of the body. */
const takePicture: BrowserCommand = async ({ page }) => {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return `data:image/png;base64,${picture.toString('base64')}`;
};

const commands = { emulate, takePicture };

export const browser: BrowserConfigOptions = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: launchOptions(),
    contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', colorScheme: 'light' },
  }),
  instances: [{ browser: 'chromium' }],
  viewport: { width: 720, height: 480 },
  commands,
};

/** Packages that Vite prepares before the first test: preparing one in the middle of a run reloads the page. */
export const prepared = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  ...[
    'alert-dialog',
    'csp-provider',
    'dialog',
    'menu',
    'merge-props',
    'popover',
    'select',
    'tabs',
    'toolbar',
    'tooltip',
    'use-render',
  ].map((part) => `@base-ui/react/${part}`),
  '@tanstack/react-table',
  '@tanstack/react-virtual',
];
