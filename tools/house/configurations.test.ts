/**
 * Checks that run no test load the configurations, too: the check for dead code loads all of them. So none needs what is
 * installed later, and none does work while it is loaded.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { findProductNode } from '#tools/install/node-version.mjs';
import { checks } from '#tools/check.mjs';
import { listFiles } from './source-files.mjs';

const configurations = listFiles().filter((file) => /(?:\.config\.ts|^workshop\/main\.ts)$/.test(file));

/** Node's permission model: a file may be read, but none written, no program started and no thread. */
const mayOnlyRead = ['--permission', '--allow-fs-read=*', '--allow-addons'];

/** Storybook's plugin, which this one calls, changes objects that the permission model freezes. */
const withoutPermissions = new Set(['workshop/vitest.stories.config.ts']);

test.each(configurations)('%s is loaded without a browser, writes nothing and starts nothing', (file) => {
  const load = `await (await import('./${file}')).default; console.log('loaded');`;
  const said = execFileSync(
    findProductNode(),
    [...(withoutPermissions.has(file) ? [] : mayOnlyRead), '--input-type=module', '--eval', load],
    { cwd: root, env: { ...process.env, CHROMIUM_PATH: '/no/browser' }, encoding: 'utf8', stdio: 'pipe' },
  );
  expect(said).toContain('loaded\n');
});

test('the configurations of vitest, Vite, Playwright and Storybook are among them', () => {
  expect(configurations).toEqual(
    expect.arrayContaining([
      'journeys/playwright.config.ts',
      'sign-in/vite.config.ts',
      'vitest.config.ts',
      'workshop/main.ts',
      'workshop/vitest.stories.config.ts',
    ]),
  );
});

test('the types of every workspace and of the tools are checked', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const typed = checks.filter(({ command }) => command[0] === 'tsc').map(({ command }) => command[2]);
  expect(typed).toEqual([...workspaces, 'tools']);
});
