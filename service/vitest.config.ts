import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'service',
    include: ['src/**/*.test.ts', 'dev/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: process.env['PROOF'] === '1' ? [] : ['**/*.proof.test.ts'],
    // One PostgreSQL for all files; each file has a database of its own in it.
    globalSetup: ['test/setup/global-setup.ts'],
    // The files of a worker share their modules: none holds state (tools/house/module-state.test.ts).
    isolate: false,
    // They catch a test that hangs, on the busiest machine; a test waits for the thing itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
