import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sign-in',
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:4000/login' } },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // They catch a test that hangs, on the busiest machine; a test waits for the thing itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['./vitest.setup.ts'],
    // The files of a worker share their modules: none holds state (tools/house/module-state.test.ts). vitest.setup.ts
    // empties the document and the storage.
    isolate: false,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
