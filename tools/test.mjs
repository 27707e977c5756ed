/**
 * `npm test`: proves each behaviour once: checks, builds, tests and journeys. `npm test -- --changed` runs the checks and the
 * tests that import what is changed since the last commit.
 */
import { runCommand } from '#tools/command/user-error.mjs';
import { runJourneys, runParts, runVitest } from '#tools/command/parts.mjs';
import { buildApps } from './build.mjs';
import { runChecks } from './check.mjs';
import { stopOnSignals } from '#tools/processes/processes.mjs';

const stopping = stopOnSignals();
const changed = process.argv.includes('--changed');

await runCommand(() =>
  runParts(
    {
      checks: () => runChecks(stopping),
      build: async () => {
        await buildApps();
        return { passed: 1, failed: 0 };
      },
      tests: () =>
        runVitest(['--silent=passed-only', ...(changed ? ['--changed', '--passWithNoTests'] : [])]),
      journeys: () => runJourneys(changed ? ['--only-changed', '--pass-with-no-tests'] : []),
    },
    stopping,
  ),
);
