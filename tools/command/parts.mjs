/**
 * Runs the parts of `npm test` and of `npm run proof` one after the other, also after a failure, and prints at the end what
 * each counted, what failed, and the line `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '#tools/command/root.mjs';
import {
  countPlaywright,
  countVitest,
  describeTimes,
  exitCodeOfCount,
  failedInPlaywright,
  failedInVitest,
  lastLine,
  playwrightTimes,
  sum,
  vitestTimes,
} from '#tools/command/test-reports.mjs';
import { UserError } from '#tools/command/user-error.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run } from '#tools/processes/processes.mjs';

/**
 * @typedef {import('#tools/command/test-reports.mjs').Count} Count
 * @typedef {{ signal: NodeJS.Signals | undefined }} Stopping
 */

/**
 * Installs what the parts need, and runs them.
 *
 * @param {Record<string, () => Promise<Count>>} parts by the name that is printed
 * @param {Stopping} stopping
 * @returns {Promise<number>} the exit code
 */
export async function runParts(parts, stopping) {
  const started = performance.now();
  requireNode();
  try {
    await ensureInstalled();
    // Before the first part, so that a missing browser is one sentence now and no failure later.
    process.env.CHROMIUM_PATH = await ensureChromium();
  } catch (error) {
    if (stopping.signal === undefined) throw error;
  }
  if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
  console.log(`The tools run on Node ${process.version}; the product and its tests on:`);
  await run(findProductNode(), ['--version']);

  /** @type {string[]} */
  const lines = [];
  /** @type {Count[]} */
  const counts = [];
  for (const [name, work] of Object.entries(parts)) {
    const partStarted = performance.now();
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}\n`);
    const count = await Promise.resolve()
      .then(work)
      .catch((error) => crashed(name, error));
    if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
    counts.push(count);
    const skipped = count.skipped ? `, ${count.skipped} not in this run` : '';
    lines.push(`${name.padEnd(9)} ${lastLine(count)}${skipped} (${secondsSince(partStarted)} s)`);
  }

  console.log(`\n── in all ${'─'.repeat(94)}\n\n${lines.join('\n')}\n${secondsSince(started)} s in all\n`);
  const failed = counts.flatMap(({ names = [] }) => names);
  if (failed.length > 0) console.log(`Failed:\n${failed.join('\n')}\n`);
  const total = sum(counts);
  console.log(lastLine(total));
  return exitCodeOfCount(total);
}

/**
 * @param {string} name of a part that could not run
 * @param {unknown} error
 * @returns {Count}
 */
function crashed(name, error) {
  console.error(error instanceof UserError ? error.message : error);
  return { passed: 0, failed: 1, names: [`${name}: could not run`] };
}

/** @param {number} started */
const secondsSince = (started) => ((performance.now() - started) / 1000).toFixed(0);

/**
 * Vitest, quiet but for what fails, and its ten slowest files.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Count>} one failure if nothing ran
 */
export async function runVitest(args, env = process.env) {
  const report = join(root, '.cache/vitest.json');
  prepare(report);
  // One worker for each of two cores. In the root's configuration it would not hold for the projects.
  const always = [
    'run',
    '--maxWorkers=2',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code } = await run(
    findProductNode(),
    [join(root, 'node_modules/vitest/vitest.mjs'), ...always, ...args],
    { cwd: root, env },
  );
  const read = readReport(report);
  console.log(describeTimes(vitestTimes(read, root)));
  return { ...countVitest(read, code), names: failedInVitest(read, root) };
}

/**
 * The journeys, quiet but for what fails, and the ten slowest files.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Count>}
 */
export async function runJourneys(args, env = process.env) {
  const report = join(root, '.cache/playwright.json');
  prepare(report);
  const { code } = await run(
    findProductNode(),
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      'journeys/playwright.config.ts',
      ...args,
    ],
    { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  const read = readReport(report);
  console.log(describeTimes(playwrightTimes(read, 'journeys')));
  return { ...countPlaywright(read, code), names: failedInPlaywright(read) };
}

/**
 * A program of the repository that counts as one; its output is printed where it failed.
 *
 * @param {string} name
 * @param {readonly string[]} args for the product's Node
 * @returns {Promise<Count>}
 */
export async function runProgram(name, args) {
  const { code, output, seconds } = await run(findProductNode(), args, { cwd: root, collect: true });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (code === 0) return { passed: 1, failed: 0 };
  console.log(`\n${output.trim()}\n`);
  return { passed: 0, failed: 1, names: [name] };
}

/** @param {string} file */
function prepare(file) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
}

/**
 * @param {string} file
 * @returns {any} undefined where there is no readable report: its part crashed
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
