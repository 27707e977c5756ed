/**
 * Measures the service in a closed loop, in turn with the limits that it cannot pass: sign-ins, refreshes, a light call
 * beside sign-ins, memory, and from one process to two.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { password } from '#accounts.ts';
import type { Part } from '#figures.ts';
import type { LoadJob, LoadResult } from '#load/load.ts';
import type { RawJob, RawResult } from '#load/raw-argon2.ts';
import type { SelectJob, SelectResult } from '#load/select-one.ts';
import { startWorker } from '#load/worker.ts';
import { memoryOf } from '#processes.ts';

import { createDeployment } from './deployment.ts';
import { measureProcesses } from './growth.ts';
import { lightPart } from './light-calls.ts';
import { memoryPart, refreshPart, signInPart } from './parts.ts';
import { createDatabase, startServer } from './server.ts';
import { type Contender, type Counts, type SharedProcesses, takeTurns } from './turns.ts';

export interface ServiceOptions {
  readonly rounds: number;
  /** The duration of one measurement in seconds. */
  readonly seconds: number;
  /** Node's flags for the service, such as --cpu-prof. */
  readonly flags: readonly string[];
}

/** High enough that every core is always busy, low enough that no call waits long. */
const inFlight = 4 * availableParallelism();
const accounts = 2000;
/** Seconds of refreshes before the measurement: thousands of calls, so that the code is compiled as after days. */
const warmUp = 6;

export async function measureService(options: ServiceOptions): Promise<Part[]> {
  const { rounds, seconds, flags } = options;
  const deployment = await createDeployment(accounts);
  const raw = startWorker<RawJob, RawResult>('raw-argon2.ts');
  const select = startWorker<SelectJob, SelectResult>('select-one.ts');
  const load = startWorker<LoadJob, LoadResult>('load.ts');
  const storm = startWorker<LoadJob, LoadResult>('load.ts');
  const cleanUps: (() => unknown)[] = [
    () => deployment.remove(),
    ...[raw, select, load, storm].map((worker) => () => worker.stop()),
  ];
  try {
    const bare = await startServer(join(import.meta.dirname, '../load/bare-post.ts'), {
      databaseUrl: await createDatabase(deployment.databaseUrl, 'bare'),
    });
    cleanUps.push(() => bare.stop());
    const service = await deployment.start({ flags });
    cleanUps.push(() => service.stop());
    const idleMemory = memoryOf(service.pid);

    const tokens = await deployment.openSessions(accounts);
    const shared: SharedProcesses = { database: deployment.databasePid(), client: load.pid };
    const job = { url: service.url, prefix: 'plain', password, accounts, inFlight, seconds };
    const calls = (pid: number, given: LoadJob): Contender => ({
      pid,
      run: async () => counted(await load.run(given)),
    });

    const refresh = calls(service.pid, { ...job, kind: 'refresh', tokens });
    const signIns = {
      hash: { pid: raw.pid, run: () => raw.run({ seconds }) },
      plain: calls(service.pid, { ...job, kind: 'signIn' }),
      coded: calls(service.pid, { ...job, kind: 'signIn', prefix: 'coded' }),
    };
    const refreshes = {
      bare: calls(bare.pid, { ...job, kind: 'bare', url: bare.url }),
      select: {
        pid: select.pid,
        run: () => select.run({ databaseUrl: deployment.databaseUrl, inFlight, seconds }),
      },
      change: calls(bare.pid, { ...job, kind: 'change', url: bare.url }),
      ours: refresh,
    };
    await load.run({ ...job, kind: 'refresh', tokens, seconds: warmUp });
    // Not counted: the first of each.
    await takeTurns(1, signIns, shared);
    await takeTurns(1, refreshes, shared);

    const signedIn = await takeTurns(rounds, signIns, shared);
    const refreshed = await takeTurns(rounds, refreshes, shared);
    const light = await lightPart(job, { load, storm });
    const memory = memoryPart(idleMemory, signedIn.plain, memoryOf(service.pid));
    const parts = [
      signInPart(signedIn, { rounds, seconds, inFlight }),
      refreshPart(refreshed, { rounds, seconds, inFlight }),
      light,
      memory,
    ];
    await service.stop();
    return [...parts, await measureProcesses(deployment, { load, inFlight }, options)];
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

const counted = (calls: LoadResult): Counts => ({ perSecond: calls.perSecond, count: calls.count, calls });
