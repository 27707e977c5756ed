import { parseArgs } from 'node:util';
import { defineConfig } from 'vitest/config';

/** The projects that the command line names: `--project session`. */
const { project: named = [] } = parseArgs({
  options: { project: { type: 'string', multiple: true } },
  strict: false,
}).values;

/** The stories have to be read before a test of any project begins, which takes seconds: only where they may be tested. */
const hasStories = named.length === 0 || named.some((name) => /stories|[*!]/.test(String(name)));

export default defineConfig({
  test: {
    projects: [
      'contract',
      'texts',
      'log',
      'session',
      'ui',
      'workshop',
      ...(hasStories ? ['workshop/vitest.stories.config.ts'] : []),
      'workshop/vitest.components.config.ts',
      'sign-in',
      'dashboard',
      'service',
      'tools',
      'bench',
    ],
  },
});
