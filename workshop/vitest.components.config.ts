/** The tests of components that need layout, focus or a pointer: the files `*.browser.test.tsx` beside them. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { browser, prepared } from './browser-project.ts';

export default defineConfig({
  root: join(import.meta.dirname, '../ui'),
  plugins: [react()],
  optimizeDeps: { include: [...prepared, 'vitest-browser-react'] },
  test: {
    name: 'components',
    include: ['{src,test}/**/*.browser.test.tsx'],
    // These limits only catch a test that hangs, so they are long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [join(import.meta.dirname, '../ui/vitest.browser.setup.ts')],
    browser,
  },
});
