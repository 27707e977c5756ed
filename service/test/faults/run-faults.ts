/**
 * The program of `npm run try faults`: breaks what the product depends on while people work, counts every acknowledged
 * change in the database, and prints one row for each scenario: nothing may be lost or happen twice. `--only=NAME` runs
 * those whose name contains it; `--soak=30` works that many minutes in the last one, and `--failovers=20` loses the primary
 * of the cluster so often. Exit code 1 if a row is not as it should be.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { undoAll } from './interrupted.ts';
import { lastStarted, type Product, startProduct } from './product.ts';
import type { Row, Scenario } from './scenario.ts';
import { clockScenarios } from './scenarios/clocks.ts';
import { databaseScenarios } from './scenarios/database.ts';
import { failoverScenarios } from './scenarios/failover.ts';
import { mailScenarios } from './scenarios/mail.ts';
import { networkScenarios } from './scenarios/networks.ts';
import { processScenarios } from './scenarios/processes.ts';
import { soakScenarios } from './scenarios/soak.ts';

if (process.platform !== 'linux') {
  process.stderr.write('npm run try faults reads and stops processes as Linux has them. Run it on Linux.\n');
  process.exit(1);
}
const option = (name: string): string | undefined =>
  process.argv
    .slice(2)
    .find((argument) => argument.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
const scenarios: Record<string, Scenario> = {
  ...databaseScenarios,
  ...mailScenarios,
  ...processScenarios,
  ...networkScenarios,
  ...clockScenarios,
  ...failoverScenarios(Number(option('failovers') ?? '5')),
  ...soakScenarios,
};

const only = option('only') ?? '';
const soak = Number(option('soak') ?? '2');

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
// Started by root, PostgreSQL runs as another user.
chmodSync(folder, 0o711);
let product: Product | undefined;
let started = 0;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    void undoAll().then(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(code);
    });
  });

async function run(name: string, { alone, shared }: Scenario): Promise<Row> {
  if (alone !== undefined) {
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o711 });
    return alone(own, soak);
  }
  if (shared === undefined) throw new Error('nothing to run');
  if (product === undefined) {
    started += 1;
    product = await startProduct(join(folder, `shared-${started}`));
  }
  return shared(product);
}

const print = (cells: readonly string[]): void => {
  const widths = [7, 74, 8, 8, 7, 4, 6, 8];
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ')}\n`);
};
let wrongRows = 0;
let ran = 0;
const begun = performance.now();
try {
  print(['', 'what was done', 'requests', 'acknowl.', 'lost', 'twice', 'gap', 'failed, and what else']);
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (!name.includes(only)) continue;
    ran += 1;
    let row: Row;
    try {
      row = await run(name, scenario);
    } catch (error) {
      const wrong = [error instanceof Error ? error.message : String(error)];
      row = { requests: 0, acknowledged: 0, failed: '', lost: 0, double: 0, wrong };
    }
    const isRight = row.wrong.length === 0;
    if (!isRight) {
      wrongRows += 1;
      const said = lastStarted()?.instances.map((instance) => instance.output());
      writeFileSync(join(tmpdir(), `faults-${name}-instances.log`), said?.join('\n----\n') ?? '');
      // The next scenario must not suffer from this one.
      await product?.stop();
      product = undefined;
    }
    print([
      isRight ? 'ok' : 'WRONG',
      `${name}: ${scenario.did}`,
      String(row.requests),
      String(row.acknowledged),
      String(row.lost),
      String(row.double),
      row.gap === undefined ? '' : `${(row.gap / 1000).toFixed(1)} s`,
      [`failed: ${row.failed}`, row.more, ...row.wrong.map((each) => `WRONG: ${each}`)]
        .filter((part) => part !== undefined)
        .join('; '),
    ]);
  }
} finally {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
process.stdout.write(`${ran} scenarios in ${minutes} minutes, ${wrongRows} wrong\n`);
process.exit(wrongRows === 0 ? 0 : 1);
