/**
 * `npm run try fuzz`: hostile input by machine, at length: `service/test/fuzz/fuzz.proof.test.ts` with another seed. Prints three
 * tables; exit code 1 if anything was found. After `--`: `--seed=N`, `--seconds=N` for the readers, `--requests=N` to each
 * call, `--only=calls` or `--only=readers`.
 */
import { parseArgs } from 'node:util';

import { runProgramWith } from '#tools/command/program.mjs';

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

console.log(`Seed ${seed}: npm run try fuzz -- --seed=${seed} begins with the same requests and inputs.`);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'service', '--testTimeout=0'];
const FUZZ = JSON.stringify({ seed: Number(seed), seconds: Number(seconds), requests: Number(requests) });
await runProgramWith([...vitest, '-t', tests, 'service/test/fuzz/fuzz.proof.test.ts'], {
  env: { PROOF: '1', FUZZ },
});
