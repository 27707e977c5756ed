/**
 * The bare hash, as a worker: argon2id verifications a second with the library and the parameters of the service
 * (docs/security.md, parameters), as many at once as the machine has cores, and nothing else.
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

import { serveJobs } from './worker.ts';

/** How long to measure, in seconds. */
export interface RawJob {
  readonly seconds: number;
}
export interface RawResult {
  readonly perSecond: number;
  readonly count: number;
}

/** 2 is argon2id; `Algorithm` is a const enum, which cannot be imported when types are only stripped. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// What the service hashes: a peppered password, 32 bytes as base64.
const password = Buffer.alloc(32, 7).toString('base64');
const stored = await hash(password, cost);

serveJobs(async ({ seconds }: RawJob): Promise<RawResult> => {
  const started = performance.now();
  let count = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      if (!(await verify(stored, password))) throw new Error('the hash does not fit its own password');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return { count, perSecond: (count * 1000) / (performance.now() - started) };
});
