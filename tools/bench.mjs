/**
 * `npm run bench`: prints the product's figures on this machine, and writes those that have a goal to
 * docs/performance.md. Installs and builds first, as `npm start` does. Its options are those of bench/run.ts: `npm run bench -- --only=sign-ins`.
 */
import { join } from 'node:path';

import { runCommand } from '#tools/command/user-error.mjs';
import { buildApps } from './build.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals, exitCodeOfSignal, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  try {
    await ensureInstalled();
    await buildApps();
    const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
    if (stopping.signal === undefined) {
      const { code } = await run(findProductNode(), [join(root, 'bench/run.ts'), ...process.argv.slice(2)], {
        cwd: root,
        env,
        endWithParent: true,
      });
      if (stopping.signal === undefined) return code ?? 1;
    }
  } catch (error) {
    if (stopping.signal === undefined) throw error;
  }
  return exitCodeOfSignal(stopping.signal ?? 'SIGTERM');
});
