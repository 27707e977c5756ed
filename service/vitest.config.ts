import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'service',
    include: ['src/**/*.test.ts', 'dev/**/*.test.ts', 'test/**/*.test.ts'],
    // One PostgreSQL for all files; each file has a database of its own in it.
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
