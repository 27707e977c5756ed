/**
 * `npm run doctor`: lists what a start with the present environment variables would refuse, and how to fix it. Installs
 * what is missing; starts and changes nothing else. Exit code 1 if a start would be refused.
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
  const { code } = await run(findProductNode(), [join(root, 'service/src/doctor.ts')], {
    cwd: root,
    env: process.env,
  });
  return code ?? 1;
});
