/**
 * `npm test`: all checks and all tests, also in the browser. Goes on after a failure, so that one run shows everything,
 * and ends with the line `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { buildApps } from './build.mjs';
import { runChecks } from './check.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import {
  countPlaywright,
  countVitest,
  exitCodeOfCount,
  failedInPlaywright,
  failedInVitest,
  lastLine,
  sum,
} from '#tools/command/test-counts.mjs';
import { describeTimes, playwrightTimes, vitestTimes } from '#tools/command/test-times.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals, exitCodeOfSignal, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

const started = performance.now();
const stopping = stopOnSignals();
const vitestReport = join(root, '.cache/vitest.json');
const playwrightReport = join(root, '.cache/playwright.json');

await runCommand(async () => {
  requireNode();
  try {
    await ensureInstalled();
    // Before the first check, so that a missing browser is one sentence now and no failure later.
    process.env.CHROMIUM_PATH = await ensureChromium();
  } catch (error) {
    if (stopping.signal === undefined) throw error;
  }
  if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
  const node = findProductNode();
  console.log(`The tools run on Node ${process.version}; the product and its tests on:`);
  await run(node, ['--version']);

  /** @type {{ name: string, count: import('#tools/command/test-counts.mjs').Count & { skipped?: number }, seconds: number }[]} */
  const results = [];
  for (const [name, work] of Object.entries({
    checks: () => runChecks(stopping),
    build: () => build(node),
    tests: () => runVitest(node),
    journeys: () => runJourneys(node),
  })) {
    const partStarted = performance.now();
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}\n`);
    const count = await work();
    if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
    results.push({ name, count, seconds: (performance.now() - partStarted) / 1000 });
  }

  console.log(`\n── in all ${'─'.repeat(94)}\n`);
  for (const { name, count, seconds } of results) {
    const skipped = count.skipped ? `, ${count.skipped} skipped` : '';
    console.log(`${name.padEnd(9)} ${lastLine(count)}${skipped} (${seconds.toFixed(0)} s)`);
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s in all\n`);
  const failed = [
    ...failedInVitest(readReport(vitestReport), root),
    ...failedInPlaywright(readReport(playwrightReport)),
  ];
  if (failed.length > 0) console.log(`Failed:\n${failed.join('\n')}\n`);
  const total = sum(results.map(({ count }) => count));
  console.log(lastLine(total));
  return exitCodeOfCount(total);
});

/**
 * The app and Storybook; each counts as one.
 *
 * @param {string} node
 */
async function build(node) {
  const app = await onePart(async () => {
    await buildApps();
    console.log('The sign-in app is built.');
    return { passed: 1, failed: 0 };
  });
  const { code, output } = await run(node, [join(root, 'tools/storybook.mjs'), 'build'], {
    cwd: root,
    collect: true,
  });
  console.log(code === 0 ? 'Storybook is built.' : output.trim());
  return sum([app, { passed: Number(code === 0), failed: Number(code !== 0) }]);
}

/** @param {string} node */
async function runVitest(node) {
  return onePart(async () => {
    // One for each of two cores. In the root's configuration it would not hold for the projects.
    const workers = '--maxWorkers=2';
    const args = [
      'run',
      workers,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ];
    prepare(vitestReport);
    const { code } = await run(node, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root });
    const report = readReport(vitestReport);
    console.log(describeTimes(vitestTimes(report, root)));
    return countVitest(report, code);
  });
}

/** @param {string} node */
async function runJourneys(node) {
  return onePart(async () => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport };
    const args = ['test', '--config', 'journeys/playwright.config.ts'];
    prepare(playwrightReport);
    const { code } = await run(node, [join(root, 'node_modules/@playwright/test/cli.js'), ...args], {
      cwd: root,
      env,
    });
    const report = readReport(playwrightReport);
    console.log(describeTimes(playwrightTimes(report, 'journeys')));
    return countPlaywright(report, code);
  });
}

/**
 * A part that cannot run counts as one failure; the error is printed.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
async function onePart(work) {
  try {
    return await work();
  } catch (error) {
    if (stopping.signal === undefined) console.error(error instanceof UserError ? error.message : error);
    return { passed: 0, failed: 1 };
  }
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
