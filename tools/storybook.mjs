/**
 * `npm run storybook`: the component library with all its states on its own port. `npm run storybook build` writes
 * it to `storybook-static/`. `npm run storybook pictures` takes the stories' pictures again, after a wanted change;
 * a path after `--` limits it to the stories of one folder.
 */
import { runProgramWith } from '#tools/command/program.mjs';

const storybook = 'node_modules/storybook/dist/bin/dispatcher.js';
const vitest = 'node_modules/vitest/vitest.mjs';
const options = ['--config-dir', 'workshop', '--disable-telemetry'];
const port = process.env.STORYBOOK_PORT ?? '6006';

const [what = '', ...rest] = process.argv.slice(2);
const commands = /** @type {Record<string, string[]>} */ ({
  build: [storybook, 'build', ...options, '--output-dir', 'storybook-static', ...rest],
  pictures: [vitest, 'run', '--project', 'stories', ...rest, '--update'],
});
await runProgramWith(commands[what] ?? [storybook, 'dev', ...options, '--port', port, '--no-open', ...rest], {
  browser: what === 'pictures',
  // The pictures are taken where they are compared: in the proof.
  env: { STORYBOOK_DISABLE_TELEMETRY: '1', PROOF: '1' },
});
