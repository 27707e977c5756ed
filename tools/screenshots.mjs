/**
 * `npm run draw screenshots`: takes the login page's picture for README.md from the started product. With `-- --all DIR`
 * it takes every state of every screen in light and dark, on a phone and a desktop, in all languages. Words after DIR
 * select the states whose names contain one of them: `npm run draw screenshots -- --all DIR code sign-up`.
 */
import { join, resolve } from 'node:path';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { buildApps } from './build.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals, exitCodeOfSignal, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  const [option, folder, ...names] = process.argv.slice(2);
  if (option !== undefined && (option !== '--all' || folder === undefined))
    throw new UserError('Name a folder: npm run draw screenshots -- --all DIR');
  await ensureInstalled();
  await buildApps();
  const env = {
    ...process.env,
    CHROMIUM_PATH: await ensureChromium(),
    ...(folder && { SCREENSHOTS: resolve(process.env.INIT_CWD ?? '', folder) }),
  };
  const { code } = await run(
    findProductNode(),
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      'testing/screenshots/screenshots.config.ts',
      ...(names.length > 0 ? ['--grep', names.join('|')] : []),
    ],
    { cwd: root, env },
  );
  return stopping.signal === undefined ? (code ?? 1) : exitCodeOfSignal(stopping.signal);
});
