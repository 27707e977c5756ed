/** `npm run library`: writes the component library as a package for other repositories to `dist/` in `ui`. */
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { run } from '#tools/processes/processes.mjs';

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  // The project's Node runs TypeScript as it is.
  const { code } = await run(findProductNode(), [join(root, 'ui/build/build-package.ts')], { cwd: root });
  return code ?? 1;
});
