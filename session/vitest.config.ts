import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'session',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    // These limits only catch a test that hangs, so they are long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
