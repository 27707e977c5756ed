/** How the service grows from one process to two, each on its own core. By number of accounts: `by-accounts.ts`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ServiceProcess } from '@app/testing/product/service-process.ts';

import { password } from '#accounts.ts';
import { type Figure, median, type Part } from '#figures.ts';
import type { LoadJob, LoadResult } from '#load/load.ts';
import type { Worker } from '#load/worker.ts';

import type { Deployment } from './deployment.ts';

interface Means {
  readonly load: Worker<LoadJob, LoadResult>;
  readonly inFlight: number;
}

interface Size {
  readonly rounds: number;
  readonly seconds: number;
}

const target = 1.8;
const known = 2000;

/** Sign-ins of one process that has one core, and of two that have one each. */
export async function measureProcesses(
  deployment: Deployment,
  { load, inFlight }: Means,
  { rounds, seconds }: Size,
): Promise<Part> {
  const title = 'From one process to two';
  if (availableParallelism() < 2 || spawnSync('taskset', ['-V']).error)
    return { title, figures: [{ name: 'sign-ins', value: 'needs two cores and taskset' }] };
  const perSecond: Record<1 | 2, number[]> = { 1: [], 2: [] };
  for (const processes of [1, 2] as const) {
    const service = await deployment.start({ processes });
    try {
      pin(service, processes);
      const { deviceToken } = deployment;
      const job = {
        url: service.url,
        prefix: 'plain',
        password,
        accounts: known,
        deviceToken,
        inFlight,
        seconds,
      };
      await load.run({ ...job, kind: 'signIn', seconds: 3 });
      for (let round = 0; round < rounds; round += 1)
        perSecond[processes].push((await load.run({ ...job, kind: 'signIn' })).perSecond);
    } finally {
      await service.stop();
    }
  }
  const [one, two] = [median(perSecond[1]), median(perSecond[2])];
  const cores = availableParallelism();
  const growth: Figure = { name: 'sign-ins of two processes ÷ of one', value: (two / one).toFixed(2) };
  return {
    title,
    figures: [
      { name: 'sign-ins a second, one process on one core', value: one.toFixed(0) },
      { name: 'sign-ins a second, two processes on a core each', value: two.toFixed(0) },
      // Without their own cores, database and load take time from the second process.
      cores > 2 ? { ...growth, target: `≥ ${target}`, met: two / one >= target } : growth,
    ],
    note: `Pinned by taskset; database and load run where the system puts them. This machine has ${cores} cores${cores > 2 ? '' : ', so the goal of 1.8 is not to be had: database and load share the second one'}.`,
  };
}

/** Pins each process, with all of its threads, to its own core. */
function pin({ pid }: ServiceProcess, processes: 1 | 2): void {
  const pids = processes === 1 ? [pid] : childrenOf(pid);
  pids.forEach((each, core) => spawnSync('taskset', ['-a', '-p', '-c', String(core), String(each)]));
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
