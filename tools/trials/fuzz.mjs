/**
 * `npm run try fuzz`: hostile input by machine. Builds and starts the product on its own PostgreSQL, sends generated
 * requests to every call of its OpenAPI document and to every form, page of single sign-on and report, then fuzzes the
 * readers of foreign input by their coverage. Prints three tables; exit code 1 if anything was found. After `--`:
 * `--seed=N`, `--seconds=N` for the readers, `--requests=N` to each call, `--only=calls` or `--only=readers`.
 */
import { join } from 'node:path';

import { buildApps } from '#tools/build.mjs';
import { root } from '#tools/command/root.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  await buildApps();
  if (stopping.signal !== undefined) return exitCodeOfSignal(stopping.signal);
  const args = [join(root, 'service/test/fuzz/run-fuzz.ts'), ...process.argv.slice(2)];
  const { code } = await run(findProductNode(), args, { cwd: root, env: process.env });
  return stopping.signal === undefined ? (code ?? 1) : exitCodeOfSignal(stopping.signal);
});
