/**
 * `npm start`: installs what is missing, builds both apps, and starts the product. Needs only Node 20 and npm. `npm run dev`
 * adds `--dev`: what changes is shown without a reload. Ctrl-C stops everything. The settings are environment variables
 * (docs/reference.md).
 */
import { join, resolve } from 'node:path';

import { runCommand } from '#tools/command/user-error.mjs';
import { buildApps } from './build.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { checkPort, checkWritable } from '#tools/command/port-and-folders.mjs';
import { stopOnSignals, exitCodeOfSignal, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  const { PORT, HOST, DATA_DIR, DATABASE_URL, SIGNING_KEY_FILE } = process.env;
  await checkPort(PORT, HOST);
  if (!DATABASE_URL || !SIGNING_KEY_FILE) {
    checkWritable(
      resolve(root, DATA_DIR || 'data'),
      'The data folder',
      'Make it writable for this user, or set DATA_DIR to another folder: DATA_DIR=/path npm start',
    );
  }
  try {
    await ensureInstalled();
    await buildApps();
  } catch (error) {
    if (stopping.signal === undefined) throw error;
  }
  if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);

  // The service prints its address, the demo accounts and the mailbox when it is ready.
  console.log('Starting the service …');
  const { code, signal } = await run(
    findProductNode(),
    [
      '--import',
      new URL('processes/end-with-parent.mjs', import.meta.url).href,
      join(root, 'service', process.argv.includes('--dev') ? 'dev/dev-server/dev-server.ts' : 'src/main.ts'),
    ],
    { cwd: root, env: process.env, endWithParent: true },
  );
  if (code !== null) return code;
  if (stopping.signal === undefined) console.error(`The service was ended from outside (${signal}).`);
  return stopping.signal === undefined ? 1 : exitCodeOfSignal(stopping.signal);
});
