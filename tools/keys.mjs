/**
 * `npm run operate keys -- FILE`: makes the key file of the setting SIGNING_KEY_FILE, and changes its keys. The command itself is
 * `service/src/key-file/command.ts`, which a release has too. Installs what is missing.
 */
import { join } from 'node:path';

import { runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

stopOnSignals();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  const command = join(root, 'service/src/key-file/command.ts');
  const { code } = await run(findProductNode(), [command, ...process.argv.slice(2)], { env: process.env });
  return code ?? 1;
});
