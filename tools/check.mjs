/**
 * `npm run check`: everything that can be checked without running the code: types of every workspace, lint with the
 * doors, format, dead code. Prints a line for each check with its seconds, and its errors below the line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals, exitCodeOfSignal, run } from '#tools/processes/processes.mjs';
import { root } from '#tools/command/root.mjs';

/** The folders with types: the workspaces, and the tools themselves. */
const typed = [...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces, 'tools'];

/** Prettier skips a file whose content, options and Prettier have passed before. */
const cachedByContent = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier'];

/**
 * Without changes the type checker reads the errors of its last run.
 *
 * @param {string} folder
 */
const incremental = (folder) => ['--incremental', '--tsBuildInfoFile', `.cache/types-${folder}.tsbuildinfo`];

/** Each check is a program of node_modules/.bin with its arguments. The longest begins first. */
export const checks = [
  {
    name: 'lint, and the doors between the rooms',
    command: ['oxlint', '--type-aware', '--deny-warnings', '.'],
  },
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level=warn', ...cachedByContent, '.'],
  },
  { name: 'dead code and unused dependencies', command: ['knip', '--no-progress'] },
  ...typed.map((folder) => ({
    name: `types of ${folder}`,
    command: ['tsc', '-p', folder, ...incremental(folder)],
  })),
];

/** How many checks run in parallel: the type checker and the linter already use more than one core each. */
const atOnce = 2;

/**
 * Runs all checks and prints their results.
 *
 * @param {{ signal: NodeJS.Signals | undefined }} stopping
 * @returns {Promise<import('#tools/command/test-reports.mjs').Count>}
 */
export async function runChecks(stopping) {
  const node = findProductNode();
  const queue = [...checks];
  const count = { passed: 0, failed: 0, names: /** @type {string[]} */ ([]) };
  const worker = async () => {
    for (let check = queue.shift(); check && stopping.signal === undefined; check = queue.shift()) {
      const [program = '', ...args] = check.command;
      const { code, output, seconds } = await run(node, [join(root, 'node_modules/.bin', program), ...args], {
        cwd: root,
        collect: true,
      });
      if (stopping.signal !== undefined) return;
      count[code === 0 ? 'passed' : 'failed'] += 1;
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)`);
      if (code === 0) continue;
      count.names.push(check.name);
      console.log(`\n${output.trim()}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stopping = stopOnSignals();
  await runCommand(async () => {
    requireNode();
    await ensureInstalled();
    const { failed } = await runChecks(stopping);
    return stopping.signal === undefined ? Number(failed > 0) : exitCodeOfSignal(stopping.signal);
  });
}
