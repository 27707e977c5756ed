/** `npm run build`: builds the sign-in app and the dashboard. It takes seconds, so every command builds that needs them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { withLock } from '#tools/processes/lock.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { checkWritable } from '#tools/command/port-and-folders.mjs';
import { stopOnSignals, exitCodeOfSignal, run } from '#tools/processes/processes.mjs';
import { step } from '#tools/command/progress.mjs';
import { root } from '#tools/command/root.mjs';

/** Each app, by its workspace. */
const apps = { 'sign-in': 'The sign-in app', dashboard: 'The dashboard' };

/** Builds both apps. Throws a `UserError` with the build's own output where one fails. */
export async function buildApps() {
  await withLock('build', () =>
    step('Building the sign-in app and the dashboard', async () => {
      await Promise.all(Object.entries(apps).map(([workspace, name]) => build(workspace, name)));
    }),
  );
}

/**
 * @param {string} workspace
 * @param {string} name
 */
async function build(workspace, name) {
  checkWritable(
    join(root, workspace, 'dist'),
    'The folder',
    'Give it to this user, or clone the project into a folder of your own.',
  );
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = `${workspace}/vite.config.ts`;
  const args = [vite, 'build', '--app', '--config', config, '--logLevel', 'warn', workspace];
  const { code, signal, output } = await run(findProductNode(), args, { cwd: root, collect: true });
  if (code !== 0) {
    throw new UserError(
      signal === null
        ? `${output.trim()}\n\n${name} could not be built; the reason is above.`
        : 'The build was stopped; run the command again to go on.',
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stopping = stopOnSignals();
  await runCommand(async () => {
    requireNode();
    await ensureInstalled();
    await buildApps().catch((error) => {
      if (stopping.signal === undefined) throw error;
    });
    return stopping.signal === undefined ? 0 : exitCodeOfSignal(stopping.signal);
  });
}
