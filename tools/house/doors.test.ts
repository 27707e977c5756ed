/** Every door that does not exist is tried: the linter refuses the import and names the door. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findProductNode } from '#tools/install/node-version.mjs';
import { root } from '#tools/command/root.mjs';
import { roomOf } from './door-check.mjs';
import { workspaces } from './doors.mjs';
import { isTest, listFiles } from './source-files.mjs';

/** File that imports, what it imports, the door that the message names. */
const closed: [file: string, imported: string, message: string][] = [
  ['contract/src/fields/fields.ts', 'react', 'Door contract → react'],
  ['contract/src/fields/fields.ts', '@app/session/calls/client.ts', 'Door contract → session'],
  ['contract/src/fields/fields.ts', 'node:fs', 'Door contract → node:fs'],
  ['ui/src/actions/button/button.tsx', '@app/contract/fields/limits.ts', 'Door ui → contract'],
  ['ui/src/actions/button/button.tsx', 'wouter', 'Door ui → wouter'],
  ['session/src/calls/client.ts', '@app/ui/button', 'Door session → ui'],
  ['session/src/calls/client.ts', 'react', 'Door session → react'],
  ['sign-in/src/app/app.tsx', '@app/service/app.ts', 'Door sign-in → service'],
  ['sign-in/src/screens/login/login-screen.tsx', '#app/app.tsx', 'Door screens → app'],
  ['sign-in/src/screens/login/login-screen.tsx', '#main.tsx', 'Door screens → main'],
  [
    'sign-in/src/screens/login/login-screen.tsx',
    '#screens/status/status-screen.tsx',
    'Door screens → another of screens',
  ],
  [
    'sign-in/src/screens/login/code/code-form.tsx',
    '#screens/status/status-screen.tsx',
    'Door screens → another of screens',
  ],
  ['sign-in/src/screens/status-screen.tsx', './login/login-screen.tsx', 'Door screens → another of screens'],
  ['sign-in/src/auth/password/sign-in.ts', '#app/app.tsx', 'Door auth → app'],
  ['sign-in/src/auth/password/sign-in.ts', '#screens/login/login-screen.tsx', 'Door auth → screens'],
  ['sign-in/src/auth/password/sign-in.ts', '#forms/form-alert.tsx', 'Door auth → forms'],
  ['sign-in/src/forms/form-alert.tsx', '#screens/login/login-screen.tsx', 'Door forms → screens'],
  ['sign-in/src/forms/form-alert.tsx', '#auth/sign-in.ts', 'Door forms → auth'],
  ['sign-in/src/i18n/texts.ts', '#auth/sign-in.ts', 'Door i18n → auth'],
  ['sign-in/src/config.ts', '#auth/sign-in.ts', 'Door config → auth'],
  ['service/src/main.ts', 'pg', 'Door main → pg does not exist: only store knows SQL'],
  ['service/src/app.ts', '#main.ts', 'Door app → main'],
  ['service/src/app.ts', '#dev/seed.ts', 'Door app → dev'],
  ['service/src/http/calls/routes.ts', '#app.ts', 'Door http → app'],
  ['service/src/http/calls/routes.ts', 'kysely', 'Door http → kysely'],
  ['service/src/http/calls/routes.ts', 'nodemailer', 'Door http → nodemailer'],
  ['service/src/http/calls/routes.ts', '@app/session/calls/client.ts', 'Door service → session'],
  ['service/src/http/pages/pages.ts', '@app/ui/button', 'Door service → ui/src/actions/button/button.tsx'],
  ['service/src/http/calls/routes.ts', '#dev/seed.ts', 'Door http → dev'],
  [
    'service/src/flows/sign-in/password.ts',
    '#http/routes.ts',
    'Door flows → http does not exist: imports go down only: test → main → dev → app → http → flows',
  ],
  ['service/src/flows/sign-in/password.ts', '#app.ts', 'Door flows → app'],
  [
    'service/src/flows/sign-in/password.ts',
    'fastify',
    'Door flows → fastify does not exist: only http knows the web framework',
  ],
  ['service/src/flows/sign-in/password.ts', 'pg', 'Door flows → pg'],
  ['service/src/flows/sign-in/password.ts', 'nodemailer', 'Door flows → nodemailer'],
  ['service/src/flows/sign-in/password.ts', '#dev/seed.ts', 'Door flows → dev'],
  ['service/src/security/tokens/keys.ts', '#flows/password.ts', 'Door security → flows'],
  [
    'service/src/security/tokens/keys.ts',
    '#store/store.ts',
    'Door security → store does not exist: security and store are in one layer',
  ],
  ['service/src/security/tokens/keys.ts', 'kysely/migration', 'Door security → kysely/migration'],
  ['service/src/store/accounts/accounts.ts', '#security/keys.ts', 'Door store → security'],
  ['service/src/store/accounts/accounts.ts', '#http/routes.ts', 'Door store → http'],
  ['service/src/store/accounts/accounts.ts', '@fastify/cors', 'Door store → @fastify/cors'],
  ['service/src/gateways/mail.ts', '#store/outbox.ts', 'Door gateways → store'],
  ['service/src/gateways/mail.ts', '#flows/password.ts', 'Door gateways → flows'],
  ['service/src/gateways/mail.ts', 'pg', 'Door gateways → pg'],
  ['service/src/settings/config.ts', '#http/calls/routes.ts', 'Door settings → http'],
  ['service/src/deps.ts', 'fastify', 'Door deps → fastify'],
  ['journeys/sign-in/resend.test.ts', '@app/session/calls/client.ts', 'Door journeys → session'],
  [
    'journeys/sign-in/resend.test.ts',
    '@app/contract/fields/fields.ts',
    'Door journeys → contract/src/fields/fields.ts',
  ],
  [
    'testing/product/mailbox.ts',
    '@app/contract/fields/fields.ts',
    'Door testing → contract/src/fields/fields.ts',
  ],
  ['testing/product/mailbox.ts', '@app/journeys/accessibility/axe.ts', 'Door testing → journeys'],
  ['service/src/flows/sign-in/tokens.ts', '../store/store.ts', 'No way up'],
  ['sign-in/src/auth/start/events-at-start.ts', '../config.ts', 'No way up'],
  ['service/dev/seed.ts', '#main.ts', 'Door dev → main'],
  ['service/src/sessions/new-room.ts', '#http/calls/routes.ts', 'Door flows → http'],
  ['service/src/new-file.ts', '#store/store.ts', 'service/src/new-file.ts is in no room'],
  [
    'sign-in/src/new-room/file.ts',
    '#auth/start/events-at-start.ts',
    'sign-in/src/new-room/file.ts is in no room',
  ],
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
  ['sign-in/src/screens/login/login-screen.tsx', './code/code-form.tsx'],
  ['sign-in/src/screens/login/code/code-form.tsx', '#screens/login/login-step.ts'],
  ['sign-in/src/auth/auth-deps.ts', '#config.ts'],
  ['sign-in/src/auth/auth-deps.ts', '@app/session/calls/client.ts'],
  ['service/src/app.ts', 'fastify'],
  ['service/src/http/calls/request-hooks.ts', '#flows/flows.ts'],
  ['service/src/http/pages/pages.ts', '@app/ui/brand'],
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

/** The ways to import, each of which the linter has to see. */
const ways = [
  (imported: string, name: string) => `import { ${name} } from '${imported}';`,
  (imported: string, name: string) => `import type { ${name} } from '${imported}';`,
  (imported: string, name: string) => `export { ${name} } from '${imported}';`,
  (imported: string) => `export * from '${imported}';`,
  (imported: string, name: string) => `export const ${name} = () => import('${imported}');`,
  (imported: string, name: string) => `export type ${name} = import('${imported}').X;`,
];

interface Diagnostic {
  message: string;
  code: string;
  filename: string;
  labels: { span: { line: number } }[];
}

let folder: string;
let found: Diagnostic[];
const cases = [...closed, ...open].map(([file, imported]) => ({ file, imported }));
/** Each file has the lines of all its cases: one line for each way to import. */
const files = Map.groupBy(cases, ({ file }) => file);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doors-'));
  for (const [file, ofFile] of files) {
    const lines = ofFile.flatMap(({ imported }, index) =>
      ways.map((write, way) => write(imported, `name${index}x${way}`)),
    );
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${lines.join('\n')}\n`);
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--config', join(root, '.oxlintrc.json'), '-f', 'json', '.'];
  const { stdout } = await promisify(execFile)(findProductNode(), args, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  found = report.diagnostics.filter(({ code }) => code === 'house(doors)');
});

afterAll(() => rm(folder, { recursive: true }));

/** What the linter says about each way to import. */
const messages = (file: string, imported: string) => {
  const index = (files.get(file) ?? []).findIndex((each) => each.imported === imported);
  return ways.map((_, way) =>
    found
      .filter(
        ({ filename, labels }) => filename === file && labels[0]?.span.line === index * ways.length + way + 1,
      )
      .map(({ message }) => message),
  );
};

test.for(closed)('%s may not import %s', ([file, imported, message]) => {
  for (const said of messages(file, imported)) {
    expect(said).toEqual([expect.stringContaining(message)]);
  }
});

test.for(open)('%s may import %s', ([file, imported]) => {
  expect(messages(file, imported)).toEqual(ways.map(() => []));
});

test('every file of the product is in a room', () => {
  const outside = Object.entries(workspaces).flatMap(([home, { layers }]) =>
    layers === undefined
      ? []
      : listFiles(`${home}/src`).filter((path) => !isTest(path) && roomOf(path) === undefined),
  );
  expect(outside).toEqual([]);
});

test('a workspace enters only those above it in the table, so that none are in a circle', () => {
  const names = Object.keys(workspaces);
  const upwards = Object.entries(workspaces).flatMap(([home, { enters }], at) =>
    enters
      .filter((path) => !names.slice(0, at).includes(path.split('/')[0] ?? ''))
      .map((path) => [home, path]),
  );
  expect(upwards).toEqual([]);
});
