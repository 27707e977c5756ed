/**
 * `npm run packages audit`: asks the registry for known vulnerabilities of the packages in the lockfile, and says plainly when it
 * does not answer: then nothing is known. Exit code 0: answered, none of severity high or critical in production; 1: some;
 * 2: not answered.
 */
import { fileURLToPath } from 'node:url';

import { runCommand } from '#tools/command/user-error.mjs';
import { requireNode } from '#tools/install/node-version.mjs';
import { stopOnSignals } from '#tools/processes/processes.mjs';
import { runNpm } from './npm.mjs';
import { readLockfile, shippedPackages } from './shipped-packages.mjs';

/**
 * What `npm audit --json` said, for a person.
 *
 * @param {string} output
 * @param {ReadonlySet<string>} shipped names of the packages in production
 * @returns {{ code: number, lines: string[] }}
 */
export function readAudit(output, shipped) {
  const report = parse(output);
  if (report?.vulnerabilities === undefined || report.metadata === undefined)
    return {
      code: 2,
      lines: [
        `The registry did not answer: ${reasonOf(report, output)}.`,
        'Nothing is known about vulnerabilities. Ask again where the registry of npm is reached:',
        '  npm run packages audit --registry=https://registry.npmjs.org/',
      ],
    };
  const found = Object.values(report.vulnerabilities).map(({ name, severity, range }) => ({
    name,
    severity,
    range,
    inProduction: shipped.has(name),
  }));
  const serious = found.filter(
    ({ severity, inProduction }) => inProduction && ['high', 'critical'].includes(severity),
  );
  return {
    code: serious.length > 0 ? 1 : 0,
    lines: [
      ...found.map(
        ({ name, severity, range, inProduction }) =>
          `${severity.padEnd(8)} ${name} ${range} (${inProduction ? 'production' : 'development'})`,
      ),
      `The registry answered: ${found.length} packages with known vulnerabilities, ${serious.length} of them high or critical and in production.`,
    ],
  };
}

/**
 * @typedef {{
 *   vulnerabilities?: Record<string, { name: string, severity: string, range: string }>,
 *   metadata?: unknown,
 *   message?: string,
 *   error?: { summary?: string },
 * }} Report
 */

/** @param {string} output @returns {Report | undefined} */
function parse(output) {
  const start = output.indexOf('{');
  try {
    return start === -1 ? undefined : JSON.parse(output.slice(start, output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** @param {Report | undefined} report @param {string} output */
function reasonOf(report, output) {
  const reason = report?.message ?? report?.error?.summary ?? output;
  return reason.trim().split('\n')[0]?.slice(0, 200) || 'npm wrote nothing';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stopOnSignals();
  await runCommand(async () => {
    requireNode();
    const shipped = new Set(shippedPackages(readLockfile()).map(({ name }) => name));
    const { output } = await runNpm([
      'audit',
      '--json',
      '--package-lock-only',
      '--loglevel=silent',
      ...registry(),
    ]);
    const { code, lines } = readAudit(output, shipped);
    console.log(lines.join('\n'));
    return code;
  });
}

/** npm passes on its settings to its scripts as variables. */
function registry() {
  const { npm_config_registry: address } = process.env;
  return address === undefined ? [] : [`--registry=${address}`];
}
