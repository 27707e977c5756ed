/**
 * `npm run storybook`: the component library with all its states on its own port. `npm run storybook build` writes
 * it to `storybook-static/`. `npm run storybook pictures` takes the stories' pictures again, after a wanted change;
 * a path after `--` limits it to the stories of one folder.
 */
import { join } from 'node:path';

import { runCommand } from '#tools/command/user-error.mjs';
import { root } from '#tools/command/root.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

const storybook = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const options = ['--config-dir', 'workshop', '--disable-telemetry'];

const [what, ...rest] = process.argv.slice(2);
const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  // The pictures are taken where they are compared: in the proof.
  const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1', PROOF: '1' };
  const { code } = await run(findProductNode(), await command(), { cwd: root, env });
  return stopping.signal === undefined ? (code ?? 1) : exitCodeOfSignal(stopping.signal);
});

/** The program and its arguments, for Node. */
async function command() {
  if (what === 'build') return [storybook, 'build', ...options, '--output-dir', 'storybook-static', ...rest];
  if (what !== 'pictures')
    return [
      storybook,
      'dev',
      ...options,
      '--port',
      process.env.STORYBOOK_PORT ?? '6006',
      '--no-open',
      ...rest,
    ];
  process.env.CHROMIUM_PATH = await ensureChromium();
  return [vitest, 'run', '--project', 'stories', ...rest, '--update'];
}
