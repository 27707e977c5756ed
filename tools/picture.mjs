/** `npm run draw rooms`: draws docs/pictures/rooms.svg from the imports. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { requireNode } from '#tools/install/node-version.mjs';

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  // Imported only now: it needs an installed package.
  const { drawRooms } = await import('#tools/house/rooms-picture.mjs');
  const file = join(root, 'docs/pictures/rooms.svg');
  writeFileSync(file, drawRooms());
  console.log(file);
  return 0;
});
