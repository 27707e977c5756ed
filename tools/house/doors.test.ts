/** Every door that does not exist is tried: the linter refuses the import and names the door. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findProductNode } from '#tools/install/node-version.mjs';
import { root } from '#tools/command/root.mjs';

/** File that imports, what it imports, the door that the message names. */
const closed: [file: string, imported: string, message: string][] = [
  ['contract/src/fields/fields.ts', 'react', 'Door contract → any other package'],
  ['contract/src/fields/fields.ts', '@app/session/calls/client.ts', 'Door contract → any other package'],
  ['contract/src/fields/fields.ts', 'node:fs', 'Door contract → any other package'],
  ['ui/src/button/button.tsx', '@app/contract/fields/limits.ts', 'Door ui → any other workspace'],
  ['ui/src/button/button.tsx', 'i18next', 'Door ui → network, language or routes'],
  ['session/src/calls/client.ts', '@app/ui/button/button.tsx', 'Door session → any workspace but contract'],
  ['session/src/calls/client.ts', 'react', 'Door session → react'],
  ['sign-in/src/app/app.tsx', '@app/service/app.ts', 'Door sign-in → service'],
  ['sign-in/src/screens/login/login-screen.tsx', '#app/app.tsx', 'Door screens → app, main'],
  ['sign-in/src/screens/login/login-screen.tsx', '#main.tsx', 'Door screens → app, main'],
  [
    'sign-in/src/screens/login/login-screen.tsx',
    '#screens/status/status-screen.tsx',
    'Door screens → another screen',
  ],
  ['sign-in/src/screens/status-screen.tsx', './login/login-screen.tsx', 'Door screens → another screen'],
  ['sign-in/src/auth/password/sign-in.ts', '#app/app.tsx', 'Door auth → app, main, screens'],
  [
    'sign-in/src/auth/password/sign-in.ts',
    '#screens/login/login-screen.tsx',
    'Door auth → app, main, screens',
  ],
  ['sign-in/src/auth/password/sign-in.ts', '#forms/form-alert.tsx', 'Door auth → forms'],
  ['sign-in/src/forms/form-alert.tsx', '#screens/login/login-screen.tsx', 'Door forms → app, main, screens'],
  ['sign-in/src/forms/form-alert.tsx', '#auth/sign-in.ts', 'Door forms → auth'],
  [
    'sign-in/src/i18n/texts.ts',
    '#auth/sign-in.ts',
    'Door i18n and telemetry → app, main, screens, auth, forms',
  ],
  ['sign-in/src/config.ts', '#auth/sign-in.ts', 'Door config → any room'],
  ['service/src/main.ts', 'pg', 'Door main → SQL'],
  ['service/src/app.ts', '#main.ts', 'Door app → main'],
  ['service/src/app.ts', '#dev/seed.ts', 'Door app → dev'],
  ['service/src/http/calls/routes.ts', '#app.ts', 'Door http → app, main'],
  ['service/src/http/calls/routes.ts', 'kysely', 'Door http → SQL'],
  ['service/src/http/calls/routes.ts', 'nodemailer', 'Door http → the mail library'],
  ['service/src/http/calls/routes.ts', '@app/session/calls/client.ts', 'Door service → any app'],
  ['service/src/http/pages/pages.ts', '@app/ui/button/button.tsx', 'Door service → ui'],
  ['service/src/http/calls/routes.ts', '#dev/seed.ts', 'Door http → dev'],
  [
    'service/src/flows/sign-in/password.ts',
    '#http/routes.ts',
    'Door flows → http does not exist: only http knows the web framework',
  ],
  ['service/src/flows/sign-in/password.ts', '#app.ts', 'Door flows → app, main'],
  ['service/src/flows/sign-in/password.ts', 'fastify', 'Door flows → the web framework'],
  ['service/src/flows/sign-in/password.ts', 'pg', 'Door flows → SQL'],
  ['service/src/flows/sign-in/password.ts', 'nodemailer', 'Door flows → the mail library'],
  ['service/src/flows/sign-in/password.ts', '#dev/seed.ts', 'Door flows → dev'],
  ['service/src/security/tokens/keys.ts', '#flows/password.ts', 'Door security → flows, http, app, main'],
  ['service/src/security/tokens/keys.ts', '#store/store.ts', 'Door security → store, gateways'],
  ['service/src/security/tokens/keys.ts', 'kysely/migration', 'Door security → SQL'],
  ['service/src/store/accounts/accounts.ts', '#security/keys.ts', 'Door store → security, gateways'],
  ['service/src/store/accounts/accounts.ts', '#http/routes.ts', 'Door store → flows, http, app, main'],
  ['service/src/store/accounts/accounts.ts', '@fastify/cors', 'Door store → the web framework'],
  ['service/src/gateways/mail.ts', '#store/outbox.ts', 'Door gateways → security, store'],
  ['service/src/gateways/mail.ts', '#flows/password.ts', 'Door gateways → flows, http, app, main'],
  ['service/src/gateways/mail.ts', 'pg', 'Door gateways → SQL'],
  ['service/src/settings/config.ts', '#http/calls/routes.ts', 'Door the root of service → app, main, http'],
  ['service/src/deps.ts', 'fastify', 'Door the root of service → the web framework'],
  [
    'journeys/sign-in/resend.test.ts',
    '@app/session/calls/client.ts',
    'Door journeys → anything but testing, limits and paths',
  ],
  [
    'journeys/sign-in/resend.test.ts',
    '@app/contract/fields/fields.ts',
    'Door journeys → anything but testing, limits and paths',
  ],
  [
    'testing/product/mailbox.ts',
    '@app/contract/fields/fields.ts',
    'Door testing → anything but limits and paths',
  ],
  ['testing/product/mailbox.ts', '@app/journeys/accessibility/axe.ts', 'Door testing → anything but limits'],
  ['service/src/flows/sign-in/tokens.ts', '../store/store.ts', 'No way up'],
  ['sign-in/src/auth/start/start.ts', '../config.ts', 'No way up'],
  ['journeys/sign-in/resend.test.ts', '../../service/dev/seed.ts', 'No way up'],
  ['tools/start.test.ts', '../service/src/main.ts', 'No way up'],
];

/** Doors that do exist: nothing is said. */
const open: [file: string, imported: string][] = [
  ['contract/src/calls/endpoints.ts', 'valibot'],
  ['contract/src/calls/endpoints.ts', './fields.ts'],
  ['session/src/tokens/refresh.ts', '@app/contract/fields/limits.ts'],
  ['sign-in/src/main.tsx', '#app/app.tsx'],
  ['sign-in/src/app/routes.ts', '#screens/login/login-screen.tsx'],
  ['sign-in/src/screens/login/password-form.tsx', '#auth/sign-in.ts'],
  ['sign-in/src/screens/login/password-form.tsx', '#forms/form-alert.tsx'],
  ['sign-in/src/screens/login/password-form.tsx', './code-form.tsx'],
  ['sign-in/src/auth/auth-deps.ts', '#config.ts'],
  ['sign-in/src/auth/auth-deps.ts', '@app/session/calls/client.ts'],
  ['service/src/app.ts', 'fastify'],
  ['service/src/http/calls/guards.ts', '#flows/flows.ts'],
  ['service/src/http/pages/pages.ts', '@app/ui/brand/brand.ts'],
  ['service/src/flows/sign-in/code-step.ts', '#store/challenges.ts'],
  ['service/src/flows/sign-in/code-step.ts', '#security/codes.ts'],
  ['service/src/mails/deliver-mails.ts', '#gateways/mail.ts'],
  ['service/src/store/store.ts', 'kysely'],
  ['service/src/gateways/mail.ts', 'nodemailer'],
  ['service/src/flows/sign-in/code-step.test.ts', '#test/test-deps.ts'],
  ['journeys/sign-in/resend.test.ts', '@app/contract/fields/limits.ts'],
  ['journeys/sign-in/resend.test.ts', '@app/testing/product/mailbox.ts'],
  ['testing/product/mailbox.ts', '@app/contract/fields/limits.ts'],
];

/** The three ways to import, each of which the linter has to see. */
const ways = [
  (imported: string) => `import { x } from '${imported}';\nexport const y = x;\n`,
  (imported: string) => `import type { X } from '${imported}';\nexport type Y = X;\n`,
  (imported: string) => `export const load = () => import('${imported}');\n`,
];

interface Diagnostic {
  code: string;
  help: string;
  filename: string;
}

let folder: string;
let found: Diagnostic[];

/** One file a case and way, numbered, in the folder that its rules are for. */
const fileOf = (file: string, set: string, index: number, way: number) =>
  file.endsWith('/config.ts') || /service\/src\/(main|app|deps)\.ts$/.test(file)
    ? join(`${set}-${index}-${way}`, file)
    : file.replace(/([^/]+)$/, `${set}-${index}-${way}-$1`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doors-'));
  const cases = [
    ...closed.map(([file, imported], index) => ({ file, imported, set: 'closed', index })),
    ...open.map(([file, imported], index) => ({ file, imported, set: 'open', index })),
  ];
  await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const { file, imported, set, index } of cases) {
    for (const [way, write] of ways.entries()) {
      const path = fileOf(file, set, index, way);
      const base = path.startsWith(set) ? join(folder, `${set}-${index}-${way}`) : folder;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      if (base !== folder) await copyFile(join(root, '.oxlintrc.json'), join(base, '.oxlintrc.json'));
      await writeFile(join(folder, path), write(imported));
    }
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = await promisify(execFile)(findProductNode(), [oxlint, '-f', 'json', '.'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  found = report.diagnostics.filter(({ code }) => code === 'eslint(no-restricted-imports)');
});

afterAll(() => rm(folder, { recursive: true }));

const messages = (file: string, set: string, index: number) =>
  ways.map((_, way) =>
    found.filter(({ filename }) => filename === fileOf(file, set, index, way)).map(({ help }) => help),
  );

test.for(closed.map((row, index) => [...row, index] as const))(
  '%s may not import %s',
  ([file, , message, index]) => {
    for (const said of messages(file, 'closed', index)) {
      expect(said.filter((help) => help.startsWith(message))).not.toEqual([]);
    }
  },
);

test.for(open.map((row, index) => [...row, index] as const))('%s may import %s', ([file, , index]) => {
  expect(messages(file, 'open', index)).toEqual([[], [], []]);
});

test('the figure', () => {
  console.log(
    `doors: ${closed.length} wrong imports x ${ways.length} ways refused, ${open.length} right ones let through`,
  );
});
