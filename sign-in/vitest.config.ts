import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sign-in',
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:4000/login' } },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
