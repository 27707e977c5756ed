import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['contract', 'session', 'ui', 'sign-in', 'service', 'tools', 'bench'],
    // Two cores: more workers than that only wait for one another.
    maxWorkers: 2,
  },
});
