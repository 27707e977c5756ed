/**
 * `npm run proof`: repeats at length what `npm test` shows once ("Test and proof" in CONTRIBUTING.md): the files
 * `*.proof.test.ts`, and the tests that ask for `proof` or `rounds` of `service/test/setup/proof.ts`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { runCommand } from '#tools/command/user-error.mjs';
import { runJourneys, runParts, runProgram, runVitest } from '#tools/command/parts.mjs';
import { root } from '#tools/command/root.mjs';
import { sum } from '#tools/command/test-reports.mjs';
import { ensureProofPackages } from '#tools/install/proof-packages.mjs';
import { buildApps } from './build.mjs';
import { stopOnSignals } from '#tools/processes/processes.mjs';

const stopping = stopOnSignals();
/** The races run at the isolation level of distributed engines, too: at PostgreSQL's they run in `npm test`. */
const env = { ...process.env, PROOF: '1', ISOLATION: 'serializable' };
/** How a journey asks for it: by an import. */
const asksForProof = String.raw`\b(proof|walkedLanguages)\b.*/browser-test|each-language-look`;

await runCommand(async () => {
  const present = await ensureProofPackages();
  return runParts(
    {
      build: async () => {
        await buildApps();
        const storybook = await runProgram('Storybook', [join(root, 'tools/storybook.mjs'), 'build']);
        return sum([{ passed: 1, failed: 0 }, storybook]);
      },
      tests: () =>
        runVitest(
          [
            '.proof.test.ts',
            '.stories.tsx',
            ...filesWith(String.raw`setup/proof\.ts`, ['*.test.ts', ':!journeys']),
          ],
          env,
        ),
      journeys: () =>
        runJourneys(['.proof.test.ts', ...filesWith(asksForProof, ['journeys/*.test.ts'])], env),
      engines: () => runEngines(present),
      failover: () => runFailOvers(present),
    },
    stopping,
  );
});

/**
 * The journeys that run in Firefox and WebKit too. An engine that cannot be installed here counts as not run.
 *
 * @param {readonly string[]} present
 */
async function runEngines(present) {
  const engines = ['firefox', 'webkit'].filter((engine) => present.includes(engine));
  const missing = ['firefox', 'webkit'].filter((engine) => !present.includes(engine));
  for (const engine of missing)
    console.log(`NOT RUN ${engine}: its Debian packages cannot be installed here`);
  const count =
    engines.length > 0
      ? await runJourneys([], { ...env, ENGINES: engines.join(',') })
      : { passed: 0, failed: 0, skipped: 0 };
  return { ...count, skipped: (count.skipped ?? 0) + missing.length };
}

/**
 * The primary of the database is lost once in each way, under load.
 *
 * @param {readonly string[]} present
 */
async function runFailOvers(present) {
  if (present.includes('cluster') && process.getuid?.() === 0)
    return runProgram('fail-over of the database', [
      join(root, 'service/test/faults/run-faults.ts'),
      '--only=cluster-failover',
    ]);
  console.log(
    'NOT RUN fail-over of the database: npm run try faults -- --only=cluster-failover says what it needs',
  );
  return { passed: 0, failed: 0, skipped: 1 };
}

/**
 * The tracked files of the patterns with a line that matches.
 *
 * @param {string} line a regular expression
 * @param {readonly string[]} patterns
 */
function filesWith(line, patterns) {
  const args = ['grep', '--files-with-matches', '--extended-regexp', line, '--', ...patterns];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
}
