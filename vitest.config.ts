import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['contract', 'session', 'ui', 'sign-in', 'service', 'tools', 'bench'],
  },
});
