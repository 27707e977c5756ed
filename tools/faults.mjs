/**
 * `npm run faults`: the mutation round of the component library. Seeds the faults of `workshop/faults/` one at a time
 * and runs the tests that should catch each; a fault that no test catches survives, and fails the command. A word
 * after `--` limits it to the files whose names contain it. A whole round writes what caught each fault into
 * docs/decisions/component-faults.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#tools/command/root.mjs';
import { runCommand, UserError } from '#tools/command/user-error.mjs';
import { ensureChromium } from '#tools/install/chromium.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

/**
 * @typedef {object} Fault
 * @property {string} name what is wrong after it is seeded
 * @property {string} file
 * @property {string} find a text that the file has once
 * @property {string} replace
 * @property {string[]} tests the folders or files whose tests should catch it
 */

const folder = join(root, 'workshop/faults');
const stopping = stopOnSignals();
const record = join(root, 'docs/decisions/component-faults.md');
const [wanted = ''] = process.argv.slice(2);

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  process.env.CHROMIUM_PATH = await ensureChromium();
  const faults = readdirSync(folder)
    .filter((name) => name.includes(wanted))
    .flatMap((name) => /** @type {Fault[]} */ (JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  if (faults.length === 0) throw new UserError(`No file in workshop/faults has ${wanted} in its name.`);
  let survived = 0;
  /** @type {string[]} */
  const rows = [];
  for (const fault of faults) {
    const caught = await tryFault(fault);
    if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
    if (caught.length === 0) survived += 1;
    rows.push(`| ${fault.name} | ${cell(caught[0] ?? 'nothing')} |`);
    console.log(`${caught.length > 0 ? 'caught  ' : 'SURVIVED'} ${fault.name}`);
    for (const test of caught.slice(0, 3)) console.log(`         by ${test}`);
  }
  if (wanted === '') await writeRecord(rows);
  console.log(`\n${faults.length - survived} caught, ${survived} survived`);
  return Number(survived > 0);
});

/**
 * A text for a cell of a Markdown table.
 *
 * @param {string} text
 */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Replaces the table of the record.
 *
 * @param {string[]} rows
 */
async function writeRecord(rows) {
  const { format, resolveConfig } = await import('prettier');
  const table = ['| Fault | Caught by |', '| --- | --- |', ...rows].join('\n');
  const text = readFileSync(record, 'utf8').replace(/\| Fault +\|.*?\|\n(?=\n)/s, () => `${table}\n`);
  writeFileSync(record, await format(text, { ...(await resolveConfig(record)), filepath: record }));
}

/**
 * Seeds one fault and takes it out again. Returns the names of the tests that failed.
 *
 * @param {Fault} fault
 */
async function tryFault({ name, file, find, replace, tests }) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new UserError(`${name}: ${file} does not have its text once.`);
  const report = join(root, '.cache/faults.json');
  try {
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    // A fault may let a test wait for something that never comes, so it waits less long than usual.
    const { output } = await run(
      findProductNode(),
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project=ui',
        '--project=components',
        '--project=stories',
        '--bail=3',
        '--testTimeout=10000',
        '--expect.poll.timeout=5000',
        '--passWithNoTests',
        '--reporter=json',
        `--outputFile=${report}`,
      ].concat(tests),
      { cwd: root, collect: true, env: { ...process.env, CI: 'true' } },
    );
    return failuresOf(report, output);
  } finally {
    writeFileSync(path, text);
  }
}

/**
 * @param {string} report
 * @param {string} output what Vitest printed, for the error
 */
function failuresOf(report, output) {
  try {
    /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    if (testResults.length === 0) throw new Error('no test ran');
    return testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed');
      if (failed.length > 0) return failed.map(({ fullName }) => fullName);
      return status === 'failed' ? [`${name.slice(root.length + 1)}: ${message.split('\n')[0]}`] : [];
    });
  } catch (error) {
    throw new UserError(`The tests did not run: ${String(error)}\n${output.slice(-2000)}`);
  }
}
