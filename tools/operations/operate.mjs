/**
 * `npm run operate doctor`, `first-admin`, `erase`, `backup`, `restore`: runs that program of the service with the person's own
 * arguments and environment variables, by the product's Node. Installs what is missing. Exit code: the program's.
 */
import { join } from 'node:path';

import { runCommand, UserError } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { run, stopOnSignals } from '#tools/processes/processes.mjs';

const programs = new Map([
  ['doctor', 'doctor.ts'],
  ['first-admin', 'operations/first-admin.ts'],
  ['erase', 'operations/erase.ts'],
  ['backup', 'operations/backup.ts'],
  ['restore', 'operations/restore.ts'],
]);

stopOnSignals();

await runCommand(async () => {
  requireNode();
  const [name = '', ...args] = process.argv.slice(2);
  const program = programs.get(name);
  if (program === undefined) throw new UserError(`Name one of: ${[...programs.keys()].join(', ')}`);
  await ensureInstalled();
  const { code } = await run(findProductNode(), [join(root, 'service/src', program), ...args], {
    cwd: root,
    env: process.env,
  });
  return code ?? 1;
});
