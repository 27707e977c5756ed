/** Builds the sign-in app when what it is made of has changed. As a command (`npm run build`) it always builds. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Advice, runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { alone } from '#tools/processes/lock.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { checkWritable } from '#tools/command/port-and-folders.mjs';
import { endWithUs, exitCodeOf, run } from '#tools/processes/processes.mjs';
import { step } from '#tools/command/progress.mjs';
import { root } from '#tools/command/root.mjs';
import { fingerprint, hasStamp, writeStamp } from '#tools/install/stamp.mjs';

const inputs = ['contract', 'ui', 'session', 'sign-in', 'package-lock.json', 'tsconfig.base.json'];
const stampFile = join(root, 'sign-in', 'dist', '.inputs');

/** Builds if needed. Throws advice where it cannot; the build's own words are on the screen by then. */
export async function ensureBuilt() {
  if (hasStamp(stampFile, currentStamp())) return;
  await alone('build', async () => {
    if (!hasStamp(stampFile, currentStamp())) await step('Building the sign-in app', build);
  });
}

async function build() {
  checkWritable(
    join(root, 'sign-in', 'dist'),
    'The folder',
    'Give it to this user, or clone the project into a folder of your own.',
  );
  // Taken before the build: a change in the middle of it makes the next start build again.
  const stamp = currentStamp();
  writeStamp(stampFile, 'unfinished');
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
    throw new Advice(
      signal === null
        ? `${output.trim()}\n\nThe sign-in app could not be built; what is wrong is said above.`
        : 'The build was stopped; run the command again to go on.',
    );
  }
  writeStamp(stampFile, stamp);
}

function currentStamp() {
  return fingerprint(root, inputs, [process.platform, process.arch]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stopping = endWithUs();
  await runCommand(async () => {
    requireNode();
    await ensureInstalled();
    await step('Building the sign-in app', build).catch((error) => {
      if (stopping.signal === undefined) throw error;
    });
    return stopping.signal === undefined ? 0 : exitCodeOf(stopping.signal);
  });
}
