/**
 * `npm run try component-faults`: the mutation round of the component library. Seeds the faults of `workshop/faults/` one at a time
 * and runs the tests that should catch each; a fault that no test catches survives, and fails the command. A word
 * after `--` limits it to the files whose paths contain it. Prints which test caught each fault
 * (docs/decisions/component-tests.md).
 */
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  const args = [join(root, 'workshop/run-faults.ts'), ...process.argv.slice(2)];
  const { code } = await run(findProductNode(), args, { cwd: root, env });
  return stopping.signal === undefined ? (code ?? 1) : exitCodeOfSignal(stopping.signal);
});
