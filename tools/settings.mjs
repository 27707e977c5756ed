/** `npm run draw settings`: writes the table of settings into docs/reference.md, from service/src/settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { run } from '#tools/processes/processes.mjs';

await runCommand(async () => {
  requireNode();
  const program = join(root, 'service/dev/settings-table.ts');
  const { code, output } = await run(findProductNode(), [program], { collect: true });
  if (code !== 0) throw new UserError(output);
  const guide = join(root, 'docs/reference.md');
  const text = readFileSync(guide, 'utf8').replace(/^\| Variable [\s\S]*?\n\n/m, () => `${output}\n\n`);
  writeFileSync(guide, await format(text, { ...(await resolveConfig(guide)), parser: 'markdown' }));
  return 0;
});
