/**
 * Measures the service in a closed loop, in turn with the limits that it cannot pass: sign-ins, refreshes, a light call
 * beside sign-ins, and from one process to two.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { password } from '#accounts.ts';
import { type Part, median } from '#figures.ts';
import type { LoadJob, LoadResult } from '#load/load.ts';
import type { RawJob, RawResult } from '#load/raw-argon2.ts';
import { startWorker, type Worker } from '#load/worker.ts';

import { createDeployment } from './deployment.ts';
import { measureProcesses } from './growth.ts';
import { refreshPart, signInPart } from './parts.ts';
import { createDatabase, startPeers, startServer } from './peers.ts';
import { type Contender, type Counts, type SharedProcesses, takeTurns } from './turns.ts';

export interface ServiceOptions {
  readonly rounds: number;
  /** The duration of one measurement in seconds. */
  readonly seconds: number;
  /** Node's flags for the service, such as --cpu-prof. */
  readonly flags: readonly string[];
  /** Measures better-auth and oidc-provider as well. */
  readonly peers: boolean;
}

/** High enough that every core is always busy, low enough that no call waits long. */
const inFlight = 4 * availableParallelism();
const accounts = 2000;
/** Seconds of refreshes before the measurement. A refresh takes a third longer until some 20,000 have compiled the code. */
const warmUp = 20;

export async function measureService(options: ServiceOptions): Promise<Part[]> {
  const { rounds, seconds, flags, peers: hasPeers } = options;
  const deployment = await createDeployment(accounts);
  const raw = startWorker<RawJob, RawResult>('raw-argon2.ts');
  const load = startWorker<LoadJob, LoadResult>('load.ts');
  const storm = startWorker<LoadJob, LoadResult>('load.ts');
  const cleanUps: (() => unknown)[] = [
    () => deployment.remove(),
    ...[raw, load, storm].map((worker) => () => worker.stop()),
  ];
  try {
    const bare = await startServer(join(import.meta.dirname, '../load/bare-post.ts'), {
      databaseUrl: await createDatabase(deployment.databaseUrl, 'bare'),
    });
    cleanUps.push(() => bare.stop());
    const peers = hasPeers ? await startPeers(deployment.databaseUrl, accounts) : undefined;
    for (const peer of Object.values(peers ?? {})) cleanUps.push(() => peer.stop());
    const service = await deployment.start({ flags });
    cleanUps.push(() => service.stop());

    const tokens = await deployment.openSessions(accounts);
    const shared: SharedProcesses = { database: deployment.databasePid(), client: load.pid };
    const { deviceToken } = deployment;
    const job = { url: service.url, prefix: 'plain', password, accounts, deviceToken, inFlight, seconds };
    const calls = (pid: number, given: LoadJob): Contender => ({
      pid,
      run: async () => counted(await load.run(given)),
    });

    const refresh = calls(service.pid, { ...job, kind: 'refresh', tokens });
    const signIns = {
      hash: { pid: raw.pid, run: () => raw.run({ seconds }) },
      plain: calls(service.pid, { ...job, kind: 'signIn' }),
      coded: calls(service.pid, { ...job, kind: 'signIn', prefix: 'coded' }),
      ...(peers && {
        peer: calls(peers.betterAuth.pid, { ...job, kind: 'peerSignIn', url: peers.betterAuth.url }),
      }),
    };
    const refreshes = {
      bare: calls(bare.pid, { ...job, kind: 'bare', url: bare.url }),
      change: calls(bare.pid, { ...job, kind: 'change', url: bare.url }),
      ours: refresh,
      ...(peers && {
        peer: calls(peers.oidcProvider.pid, { ...job, ...peers.oidcProvider, kind: 'peerRefresh' }),
      }),
    };
    await load.run({ ...job, kind: 'refresh', tokens, seconds: warmUp });
    // Not counted: the first of each.
    await takeTurns(1, signIns, shared);
    await takeTurns(1, refreshes, shared);

    const signedIn = await takeTurns(rounds, signIns, shared);
    const refreshed = await takeTurns(rounds, refreshes, shared);
    const light = await lightPart(job, { load, storm });
    const parts = [
      signInPart(signedIn, { rounds, seconds, inFlight }),
      refreshPart(refreshed, { rounds, seconds, inFlight }),
      light,
    ];
    await service.stop();
    return [...parts, await measureProcesses(deployment, { load, inFlight }, options)];
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

const counted = (calls: LoadResult): Counts => ({ perSecond: calls.perSecond, count: calls.count, calls });

/** Milliseconds that the 99th percentile may grow by. */
const target = 20;
const rounds = 5;
/** Seconds of each measurement; with a pause of 5 ms two clients make some hundred calls. */
const seconds = 2;

async function lightPart(
  job: Omit<LoadJob, 'kind'>,
  { load, storm }: Readonly<Record<'load' | 'storm', Worker<LoadJob, LoadResult>>>,
): Promise<Part> {
  const light = { ...job, kind: 'light', inFlight: 2, seconds, pause: 5 } as const;
  const storming = { ...job, kind: 'signIn', inFlight: 32, seconds: seconds + 1 } as const;
  const alone: LoadResult[] = [];
  const beside: LoadResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await load.run(light));
    const [, result] = await Promise.all([storm.run(storming), load.run(light)]);
    beside.push(result);
  }
  const of = (results: readonly LoadResult[], pick: 'p50' | 'p99' | 'p999'): number =>
    median(results.map((result) => result[pick]));
  const all = (results: readonly LoadResult[]): string =>
    `${of(results, 'p50').toFixed(1)} · ${of(results, 'p99').toFixed(1)} · ${of(results, 'p999').toFixed(1)} ms`;
  const more = of(beside, 'p99') - of(alone, 'p99');
  return {
    title: 'A light call in a storm of sign-ins',
    figures: [
      { name: 'alone: p50 · p99 · p99.9', value: all(alone) },
      { name: 'beside 32 sign-ins at once: p50 · p99 · p99.9', value: all(beside) },
      {
        name: 'p99 beside them − p99 alone',
        value: `${more.toFixed(1)} ms`,
        target: `≤ ${target} ms`,
        met: more <= target,
      },
    ],
    note: `A new device token, without database, by two clients with 5 ms between two calls. ${rounds} rounds of ${seconds} s in turn; medians.`,
  };
}
