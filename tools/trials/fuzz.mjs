/**
 * `npm run try fuzz`: hostile input by machine, at length: `service/test/fuzz/fuzz.proof.test.ts` with another seed. Prints three
 * tables; exit code 1 if anything was found. After `--`: `--seed=N`, `--seconds=N` for the readers, `--requests=N` to each
 * call, `--only=calls` or `--only=readers`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '#tools/command/root.mjs';
import { runCommand } from '#tools/command/user-error.mjs';
import { ensureInstalled } from '#tools/install/install.mjs';
import { findProductNode, requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '300' },
    requests: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
});
const { seed, seconds, requests, only } = values;
const tests = { calls: 'every call|every page', readers: 'no reader' }[only] ?? '';
const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  await ensureInstalled();
  console.log(`Seed ${seed}: npm run try fuzz -- --seed=${seed} begins with the same requests and inputs.`);
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'service'];
  const args = [...vitest, '--testTimeout=0', '-t', tests, 'service/test/fuzz/fuzz.proof.test.ts'];
  const FUZZ = JSON.stringify({ seed: Number(seed), seconds: Number(seconds), requests: Number(requests) });
  const { code } = await run(findProductNode(), args, {
    cwd: root,
    env: { ...process.env, PROOF: '1', FUZZ },
  });
  return stopping.signal === undefined ? (code ?? 1) : exitCodeOfSignal(stopping.signal);
});
