/** Runs a program of the service with the person's own arguments and environment variables, by the product's Node. */
import { join } from 'node:path';

import { runCommand } from './user-error.mjs';
import { root } from './root.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { run, stopOnSignals } from '#tools/processes/processes.mjs';

/**
 * Sets the exit code of this process to the program's. Installs what is missing.
 *
 * @param {string} program a file of service/src
 */
export async function runServiceProgram(program) {
  stopOnSignals();
  await runCommand(async () => {
    requireNode();
    await ensureInstalled();
    const args = [join(root, 'service/src', program), ...process.argv.slice(2)];
    const { code } = await run(findProductNode(), args, { cwd: root, env: process.env });
    return code ?? 1;
  });
}
