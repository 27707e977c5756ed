/** `npm run build`: builds the sign-in app. It takes less than three seconds, so every command builds that needs it. */
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

/** Builds the sign-in app. Throws a `UserError` with the build's own output where it fails. */
export async function buildSignIn() {
  await withLock('build', () => step('Building the sign-in app', build));
}

async function build() {
  checkWritable(
    join(root, 'sign-in', 'dist'),
    'The folder',
    'Give it to this user, or clone the project into a folder of your own.',
  );
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    vite,
    'build',
    '--app',
    '--config',
    'sign-in/vite.config.ts',
    '--logLevel',
    'warn',
    'sign-in',
  ];
  const { code, signal, output } = await run(findProductNode(), args, { cwd: root, collect: true });
  if (code !== 0) {
    throw new UserError(
      signal === null
        ? `${output.trim()}\n\nThe sign-in app could not be built; the reason is above.`
        : 'The build was stopped; run the command again to go on.',
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stopping = stopOnSignals();
  await runCommand(async () => {
    requireNode();
    await ensureInstalled();
    await buildSignIn().catch((error) => {
      if (stopping.signal === undefined) throw error;
    });
    return stopping.signal === undefined ? 0 : exitCodeOfSignal(stopping.signal);
  });
}
