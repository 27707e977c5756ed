/**
 * Measures only argon2id, as a worker: verifications per second with the service's library and parameters
 * (docs/security.md, parameters), as many in parallel as the machine has cores.
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { passwordCost } from '@app/service/src/security/passwords/password-phc.ts';

import { serveJobs } from './worker.ts';

/** Duration in seconds. */
export interface RawJob {
  readonly seconds: number;
}
export interface RawResult {
  readonly perSecond: number;
  readonly count: number;
}

/** 2 is argon2id. `Algorithm` is a const enum, which cannot be imported when types are only stripped. */
const cost = { algorithm: 2, ...passwordCost };
// The service hashes a peppered password: 32 bytes as base64.
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
