import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configDefaults, defineConfig } from 'vitest/config';

/** `npm run proof` runs more: the files that name it, and the stories. */
const isProof = process.env['PROOF'] === '1';

/**
 * These limits only catch a test that hangs, so they are long enough for a busy machine: a test waits for the thing itself.
 * The proof repeats a race up to fifty times in one test.
 */
const patient = {
  testTimeout: isProof ? 600_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};
const exclude = [...configDefaults.exclude, ...(isProof ? [] : ['**/*.proof.test.{ts,tsx}'])];

const setupOf = (name: string) => join(import.meta.dirname, name, 'vitest.setup.ts');

/**
 * The tests of a room that need no browser and no DOM. The files of a worker share their modules, in most rooms: none
 * holds state (tools/house/module-state.test.ts).
 */
const plain = (name: string, include = ['src/**/*.test.ts']) => ({
  root: name,
  test: { name, environment: 'node', include, exclude, isolate: false, ...patient },
});

/** A DOM at an address of the product. */
const dom = (path: string) => ({
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: `http://localhost:4000${path}` } },
});

/** The tests of an app; its setup file empties the storage. */
const app = (name: string, path: string) => ({
  root: name,
  test: {
    name,
    ...dom(path),
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude,
    // After a test the hooks of the second come first: they unmount what the first one's reset would render again.
    setupFiles: [setupOf(name), setupOf('ui')],
    isolate: false,
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    ...patient,
  },
});

/** The projects that the command line names: `--project session`. */
const { project: named = [] } = parseArgs({
  options: { project: { type: 'string', multiple: true } },
  strict: false,
}).values;

/** The stories are the proof's, and of who names them. */
const hasStories = isProof || named.some((name) => /stories|[*!]/.test(String(name)));

export default defineConfig({
  test: {
    projects: [
      plain('contract'),
      {
        root: 'texts',
        test: { ...plain('texts').test, ...dom('/login'), setupFiles: [setupOf('texts')] },
      },
      // These two keep what a page has: the queue of its log, the channel to other tabs.
      { root: 'log', test: { ...plain('log').test, ...dom('/login'), isolate: true } },
      { root: 'session', test: { ...plain('session').test, isolate: true } },
      {
        root: 'ui',
        test: {
          name: 'ui',
          isolate: false,
          environment: 'happy-dom',
          include: ['{src,test}/**/*.test.{ts,tsx}', 'build/*.test.ts'],
          // These run in a browser: workshop/vitest.components.config.ts.
          exclude: [...exclude, '{src,test}/**/*.browser.test.tsx'],
          setupFiles: [setupOf('ui')],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          ...patient,
        },
      },
      plain('workshop', ['*.test.ts']),
      ...(hasStories ? ['workshop/vitest.stories.config.ts'] : []),
      'workshop/vitest.components.config.ts',
      app('sign-in', '/login'),
      app('dashboard', '/dashboard'),
      {
        root: 'service',
        test: {
          ...plain('service', ['src/**/*.test.ts', 'dev/**/*.test.ts', 'test/**/*.test.ts']).test,
          // One PostgreSQL for all files; each file has its own database in it.
          globalSetup: [join(import.meta.dirname, 'service/test/setup/global-setup.ts')],
        },
      },
      plain('tools', ['**/*.test.ts']),
      plain('bench', ['**/*.test.ts']),
    ],
  },
});
