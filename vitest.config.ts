import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'contract',
      'texts',
      'log',
      'session',
      'ui',
      'workshop',
      'workshop/vitest.stories.config.ts',
      'workshop/vitest.components.config.ts',
      'sign-in',
      'dashboard',
      'service',
      'tools',
      'bench',
    ],
  },
});
