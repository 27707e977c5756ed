import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'texts',
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:4000/login' } },
    include: ['src/**/*.test.ts'],
    // These limits only catch a test that hangs, so they are long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['./vitest.setup.ts'],
  },
});
