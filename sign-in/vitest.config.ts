import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sign-in',
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:4000/login' } },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // A machine that does other things besides is no failure.
    testTimeout: 20_000,
    setupFiles: ['./vitest.setup.ts'],
    // The files of a worker share their modules; each has a document of its own, and vitest.setup.ts tidies up.
    isolate: false,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
