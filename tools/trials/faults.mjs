/**
 * `npm run try faults`: breaks what the product depends on (database, mail server, processes, clocks, networks) while
 * people work, and prints what was done, what failed, and what was lost or happened twice: nothing may.
 * `-- --only=NAME` runs the scenarios whose name contains it; `-- --soak=30` lets the last one work for 30 minutes
 * instead of two. Exit code 1 if a row is not as it should be.
 */
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';
import { runCommand, UserError } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  if (process.platform !== 'linux')
    throw new UserError('npm run try faults reads and stops processes as Linux has them. Run it on Linux.');
  await ensureInstalled();
  const args = [join(root, 'service/test/faults/run-faults.ts'), ...process.argv.slice(2)];
  const { code } = await run(findProductNode(), args, { cwd: root, env: process.env });
  return stopping.signal === undefined ? (code ?? 1) : exitCodeOfSignal(stopping.signal);
});
