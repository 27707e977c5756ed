/**
 * `npm run release -- DIR`: writes what production runs into a new folder, after `npm run build`. The Containerfile of
 * `deploy/` makes its image of it; without containers the folder runs on its own:
 * `cd DIR && bin/node service/src/main.js`.
 */
import { resolve } from 'node:path';

import { writeRelease } from '#tools/deploy/release-tree.mjs';
import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { requireNode } from '#tools/install/node-version.mjs';

await runCommand(async () => {
  requireNode();
  const [given, ...rest] = process.argv.slice(2);
  if (given === undefined || rest.length > 0 || given.startsWith('-'))
    throw new UserError('Name one folder: npm run release -- DIR');
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const packages = writeRelease(folder);
  console.log(`${folder} has the service, both apps, Node and ${packages.length} packages.`);
  return 0;
});
