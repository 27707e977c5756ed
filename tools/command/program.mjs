/** Runs a program of the repository by the product's Node, with what it needs: packages, built apps, a browser. */
import { join } from 'node:path';

import { buildApps } from '#tools/build.mjs';
import { root } from '#tools/command/root.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

/**
 * @typedef {object} Needs
 * @property {boolean} [apps] builds both apps before
 * @property {boolean} [browser] finds or installs Chromium, and names it in CHROMIUM_PATH
 * @property {boolean} [endWithParent] the program reads an IPC channel, which closes when this process ends
 * @property {NodeJS.ProcessEnv} [env] more variables
 */

/**
 * Installs, builds, runs the program with the person's environment and ends with its exit code.
 *
 * @param {readonly string[]} args the file, from the root, and its arguments
 * @param {Needs} [needs]
 */
export async function runProgramWith(args, { apps, browser, endWithParent, env } = {}) {
  const stopping = stopOnSignals();
  await runCommand(async () => {
    requireNode();
    try {
      await ensureInstalled();
      if (apps) await buildApps();
      const found = browser ? { CHROMIUM_PATH: await ensureChromium() } : {};
      if (stopping.signal === undefined) {
        const [file = '', ...rest] = args;
        const { code } = await run(findProductNode(), [join(root, file), ...rest], {
          cwd: root,
          env: { ...process.env, ...found, ...env },
          endWithParent: endWithParent ?? false,
        });
        if (stopping.signal === undefined) return code ?? 1;
      }
    } catch (error) {
      if (stopping.signal === undefined) throw error;
    }
    return exitCodeOfSignal(stopping.signal ?? 'SIGTERM');
  });
}
