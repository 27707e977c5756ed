import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'dashboard',
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:4000/dashboard' } },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // These limits only catch a test that hangs, so they are long enough for a busy machine.
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
