/**
 * `npm run doctor`: says what a start with the present environment variables would refuse, and how to mend it. Installs
 * what is missing first, starts nothing and changes nothing. Ends with 1 if a start would be refused.
 */
import { join } from 'node:path';

import { runCommand } from './advice.mjs';
import { ensureInstalled } from './install.mjs';
import { findProductNode, requireNode } from './node-version.mjs';
import { endWithUs, run } from './processes.mjs';
import { root } from './root.mjs';

endWithUs();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  const { code } = await run(findProductNode(), [join(root, 'service/src/doctor.ts')], {
    cwd: root,
    env: process.env,
  });
  return code ?? 1;
});
