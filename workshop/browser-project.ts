/** What both projects of browser tests share: one Chromium, the installed one, driven by Playwright. */
import { launchOptions } from '@app/testing/browser/browser-options.ts';
import { playwright } from '@vitest/browser-playwright';
import type { BrowserConfigOptions } from 'vitest/node';

import { commands } from './browser-commands.ts';

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
