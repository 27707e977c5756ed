/**
 * `npm run proof`: repeats at length what `npm test` shows once (see "Test and proof" in CONTRIBUTING.md): the tests that ask
 * for it by `proof` or `rounds`, and the programs that storm, break and fuzz the product.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { runCommand } from '#tools/command/user-error.mjs';
import { runJourneys, runParts, runProgram, runVitest } from '#tools/command/parts.mjs';
import { root } from '#tools/command/root.mjs';
import { sum } from '#tools/command/test-counts.mjs';
import { buildApps } from './build.mjs';
import { stopOnSignals } from '#tools/processes/processes.mjs';

const stopping = stopOnSignals();
const env = { ...process.env, PROOF: '1' };

await runCommand(() =>
  runParts(
    {
      build: async () => {
        await buildApps();
        return sum([
          { passed: 1, failed: 0 },
          await runProgram('Storybook', [join(root, 'tools/storybook.mjs'), 'build']),
        ]);
      },
      tests: () => runVitest(filesWith(/** a test */ '/proof.ts', '*.test.ts', '*.test.tsx'), env),
      journeys: () => runJourneys(filesWith('proof', 'journeys/*.test.ts'), env),
    },
    stopping,
  ),
);

/**
 * The tracked files of the patterns that contain the text.
 *
 * @param {string} text
 * @param {readonly string[]} patterns
 */
function filesWith(text, ...patterns) {
  const args = ['grep', '--files-with-matches', '--fixed-strings', text, '--', ...patterns];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
}
