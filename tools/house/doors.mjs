/**
 * The doors: who may import whom. The linter reads this table (lint-rules.mjs). An import may go down the layers of
 * its workspace, never up and never sideways, and into workspaces that are listed above its own.
 */

/**
 * @typedef {object} Workspace
 * @property {readonly string[]} enters other workspaces, or single files or folders of them
 * @property {readonly string[]} [packages] the only packages that it may import; any without this list
 * @property {readonly Record<string, readonly string[]>[]} [layers] from top to bottom: the rooms of each layer, by
 *   name, with their folders and files. Without layers every file may enter every other one.
 * @property {boolean} [testsEnterAllRooms] whether a test may import any room of its own workspace
 */

const limitsAndPaths = [
  'contract/src/fields/limits.ts',
  'contract/src/fields/durations.ts',
  'contract/src/fields/vocabulary.ts',
  'contract/src/calls/endpoints.ts',
  'contract/test/hostile-redirects.ts',
  'contract/src/dashboard',
];

/** @type {Record<string, Workspace>} */
export const workspaces = {
  contract: { enters: [], packages: ['valibot'] },
  ui: { enters: [] },
  texts: { enters: ['contract'] },
  log: { enters: [], packages: ['valibot', '@sentry/browser'] },
  session: { enters: ['contract', 'log'] },
  'sign-in': {
    enters: ['contract', 'ui', 'texts', 'log', 'session'],
    layers: [
      { build: ['build', 'vite.config.ts'], test: ['test', 'vitest.setup.ts'] },
      { main: ['src/main.tsx'] },
      { app: ['src/app'] },
      { screens: ['src/screens'] },
      { auth: ['src/auth'], forms: ['src/forms'] },
      { later: ['src/lazy-component.ts'] },
      { i18n: ['src/i18n'] },
      { config: ['src/config.ts'] },
    ],
  },
  dashboard: {
    enters: ['contract', 'ui', 'texts', 'log', 'session'],
    layers: [
      { build: ['build', 'vite.config.ts'], test: ['test', 'vitest.setup.ts'] },
      { main: ['src/main.tsx'] },
      { app: ['src/app'] },
      { screens: ['src/screens'] },
      { lists: ['src/lists'], forms: ['src/forms'] },
      { page: ['src/page'] },
      { calls: ['src/calls'] },
      { session: ['src/session'] },
      { i18n: ['src/i18n'] },
      { config: ['src/config.ts'] },
    ],
  },
  service: {
    // Of the component library only the pure function that makes a reseller's colours readable; of the dashboard, for the
    // fuzz run (service/test/fuzz), the reader of CSV.
    enters: [
      'contract',
      'log',
      'ui/src/brand/brand.ts',
      'dashboard/src/screens/invitations/reading/csv-records.ts',
    ],
    testsEnterAllRooms: true,
    layers: [
      { test: ['test'] },
      {
        main: [
          'src/main.ts',
          'src/doctor.ts',
          'src/listen.ts',
          'src/processes',
          'src/operations',
          'src/signing-keys.ts',
          'src/traces',
          'src/key-file',
          'src/log.ts',
          'src/settings/deployment-checks.ts',
        ],
      },
      { dev: ['dev'] },
      { app: ['src/app.ts'] },
      { http: ['src/http'] },
      {
        flows: [
          'src/flows',
          'src/accounts',
          'src/idempotency',
          'src/rate-limits',
          'src/sessions',
          'src/links',
          'src/mails',
        ],
      },
      { deps: ['src/deps.ts'] },
      { security: ['src/security'], store: ['src/store'], gateways: ['src/gateways'] },
      {
        settings: ['src/settings'],
        refusal: ['src/refusal.ts'],
        deadline: ['src/deadline.ts'],
        metrics: ['src/metrics'],
        work: ['src/work-channel.ts'],
        texts: ['src/texts'],
      },
    ],
  },
  // The tests in the browser see the product as a person does: they know its limits and paths, and nothing inside.
  testing: {
    // Tests in an older browser read which browsers are the oldest.
    // The hunt for secrets is the same in the tests of the service and in the browser.
    enters: [
      'service/dev/free-port.ts',
      'service/test/canary/hunt.ts',
      'service/test/canary/secrets.ts',
      'service/test/setup/proof.ts',
      'ui/build/app/browsers.ts',
      ...limitsAndPaths,
    ],
  },
  // Of the tests' own tools only what launches the browser.
  workshop: { enters: ['ui', 'testing/browser'] },
  journeys: { enters: ['testing', ...limitsAndPaths] },
  bench: { enters: ['contract', 'service', 'testing', 'ui/build'] },
  // The tests of the texts go by the list of languages.
  tools: { enters: ['testing', 'contract/src/fields/vocabulary.ts'] },
};

/** Folders in which each file or folder is a separate room: a screen never enters another screen. */
export const separateFolders = ['sign-in/src/screens', 'dashboard/src/screens'];

/** Where any library may be imported: development, tests and tools are not part of the product. */
export const freeFolders = [
  'service/dev',
  'service/test',
  'testing',
  'journeys',
  'bench',
  'tools',
  'workshop',
];

/** Libraries that have a home: nothing else of the product imports them. A name stands for its subpaths, too. */
export const libraries = [
  { names: ['pg', 'kysely'], homes: ['service/src/store'], why: 'only store knows SQL' },
  {
    names: ['fastify', '@fastify'],
    homes: ['service/src/listen.ts', 'service/src/app.ts', 'service/src/http'],
    why: 'only http knows the web framework',
  },
  {
    names: ['prom-client'],
    homes: ['service/src/metrics'],
    why: 'only metrics knows how figures are kept',
  },
  {
    names: ['@opentelemetry'],
    homes: ['service/src/traces'],
    why: 'traces are off unless somebody collects them: nothing else may load the libraries',
  },
  {
    names: ['nodemailer', 'smtp-server'],
    homes: ['service/src/gateways'],
    why: 'only gateways leave the machine',
  },
  {
    names: ['react', 'react-dom'],
    homes: ['ui', 'texts', 'sign-in', 'dashboard'],
    why: 'only the component library and the apps know components',
  },
  {
    names: ['@base-ui/react', '@tanstack/react-table', '@tanstack/react-virtual'],
    homes: ['ui'],
    why: 'the component library is the only one that knows them',
  },
  {
    names: ['wouter'],
    homes: ['sign-in', 'dashboard'],
    why: 'only the apps know routes',
  },
  {
    names: ['@tanstack/react-query'],
    homes: ['dashboard/src/calls'],
    why: 'screens read and change by the hooks of calls',
  },
  {
    names: ['@sentry/browser'],
    homes: ['log/src/reports'],
    why: 'what leaves for it is cleaned there, and it is no part of the first load',
  },
  {
    names: ['valibot'],
    homes: ['contract', 'log', 'session', 'sign-in', 'dashboard', 'service'],
    why: 'the component library knows no product',
  },
];
