/** The tests of the stories: each is rendered and played, and in the proof checked by axe and compared with its picture. */
import { join } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { defineConfig } from 'vitest/config';

import { browser, prepared } from './browser-project.ts';

export default defineConfig({
  plugins: [
    storybookTest({ configDir: import.meta.dirname, initialGlobals: { viewport: { value: 'story' } } }),
  ],
  optimizeDeps: { include: [...prepared, 'axe-core', 'storybook/test'] },
  test: {
    name: 'stories',
    env: { PROOF: process.env['PROOF'] ?? '' },
    // These limits only catch a test that hangs, so they are long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: [join(import.meta.dirname, 'looks.ts')],
    browser: {
      ...browser,
      expect: {
        toMatchScreenshot: {
          timeout: 60_000,
          comparatorOptions: { threshold: 0.2, allowedMismatchedPixels: 40 },
          resolveScreenshotPath: ({ arg, ext }) => join(import.meta.dirname, 'pictures', `${arg}${ext}`),
        },
      },
    },
  },
});
