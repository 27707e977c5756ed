/** Measures sign-ins compared with the password hash alone, refreshes, and the service's processor time and memory. */
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '@app/service/dev/postgres/postgres.ts';

import { addAccounts, password } from './accounts.ts';
import { type Figure, median, type Part } from './figures.ts';
import type { LoadJob, LoadResult } from '#load/load.ts';
import { startMailSink } from './mail-sink.ts';
import { memoryOf, processorTime } from './processes.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';
import type { RawJob, RawResult } from '#load/raw-argon2.ts';
import { startWorker, type Worker } from '#load/worker.ts';

export interface SignInOptions {
  readonly rounds: number;
  /** The duration of one measurement in seconds. */
  readonly seconds: number;
  /** Node's flags for the service, such as --cpu-prof. */
  readonly flags: readonly string[];
}

/** Target: sign-ins per second ÷ verifications of the hash alone per second, on the same machine in the same run. */
const ratioTarget = 0.85;
/** High enough that every core is always busy, low enough that no call waits long. */
const inFlight = 4 * availableParallelism();
const accounts = 2000;
/** Seconds of refreshes before the measurement. */
const warmUp = 10;

interface Round {
  readonly raw: RawResult;
  readonly load: LoadResult;
  readonly ratio: number;
  /** Processor time in milliseconds: of one verification alone, and of one sign-in by process. */
  readonly cost: {
    readonly raw: number;
    readonly service: number;
    readonly database: number;
    readonly client: number;
  };
  /** The service's memory at the end, in MB. */
  readonly memory: number;
}

/** Starts the product, measures it and stops it. */
export async function measureSignIns({ rounds, seconds, flags }: SignInOptions): Promise<Part[]> {
  const folder = await makeDataFolder();
  const sink = await startMailSink();
  const database = await startPostgres({ dataDir: `${folder.path}/database` });
  const raw = startWorker<RawJob, RawResult>('raw-argon2.ts');
  const load = startWorker<LoadJob, LoadResult>('load.ts');
  try {
    const service = await startService(folder.path, {
      settings: {
        DATABASE_URL: database.url,
        DEVELOPMENT_DATABASE: 'app',
        SMTP_URL: sink.url,
        TRUSTED_PROXIES: '127.0.0.1',
      },
      flags,
    });
    try {
      await addAccounts(database.url, accounts);
      await wait(1000);
      const idleMemory = memoryOf(service.pid);
      const job = { url: service.url, password, accounts, inFlight, seconds };
      const meters = { raw: raw.pid, service: service.pid, database: database.pid() ?? 0, client: load.pid };

      const refreshJob = { kind: 'refresh', prefix: 'plain', ...job, accounts: 600 } as const;
      // Thousands of calls first, so that the service's code is compiled as in a long-running service.
      await load.run({ ...refreshJob, seconds: warmUp });

      const plain = await alternate(
        rounds,
        { kind: 'signIn', prefix: 'plain', ...job },
        { raw, load, meters },
      );
      const coded = await alternate(
        rounds,
        { kind: 'signIn', prefix: 'coded', ...job },
        { raw, load, meters },
      );
      const mails = sink.count();
      const refreshed = await load.run(refreshJob);
      const alone = await load.run({ ...refreshJob, inFlight: 1 });
      return [
        signInPart('Password sign-ins', plain, ratioTarget, seconds),
        signInPart(`Password sign-ins with a second step (${mails} codes mailed)`, coded, undefined, seconds),
        refreshPart(refreshed, alone),
        memoryPart(idleMemory, [...plain, ...coded], memoryOf(service.pid)),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    raw.stop();
    load.stop();
    await database.stop();
    sink.stop();
    await folder.remove();
  }
}

interface Measuring {
  readonly raw: Worker<RawJob, RawResult>;
  readonly load: Worker<LoadJob, LoadResult>;
  readonly meters: Readonly<Record<keyof Round['cost'], number>>;
}

/**
 * Alternates between the hash alone and sign-ins, so that other load on the machine affects both. The first round is
 * discarded.
 */
async function alternate(count: number, job: LoadJob, { raw, load, meters }: Measuring): Promise<Round[]> {
  await raw.run({ seconds: 1 });
  await load.run({ ...job, seconds: Math.max(3, job.seconds / 2) });
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const [bare, rawTimes] = await metered(meters, () => raw.run({ seconds: job.seconds }));
    const [signIns, times] = await metered(meters, () => load.run(job));
    rounds.push({
      raw: bare,
      load: signIns,
      ratio: signIns.perSecond / bare.perSecond,
      cost: {
        raw: rawTimes.raw / bare.count,
        service: times.service / signIns.count,
        database: times.database / signIns.count,
        client: times.client / signIns.count,
      },
      memory: memoryOf(meters.service),
    });
  }
  return rounds;
}

/** Measures each process's processor time during the work; NaN where the system does not report it. */
async function metered<Result>(
  meters: Measuring['meters'],
  work: () => Promise<Result>,
): Promise<[Result, Round['cost']]> {
  const read = (name: keyof Round['cost']): number =>
    processorTime(meters[name], name === 'database') ?? Number.NaN;
  const all = (): Round['cost'] => ({
    raw: read('raw'),
    service: read('service'),
    database: read('database'),
    client: read('client'),
  });
  const before = all();
  const result = await work();
  const after = all();
  return [
    result,
    {
      raw: after.raw - before.raw,
      service: after.service - before.service,
      database: after.database - before.database,
      client: after.client - before.client,
    },
  ];
}

function signInPart(
  title: string,
  rounds: readonly Round[],
  target: number | undefined,
  seconds: number,
): Part {
  const ratio = median(rounds.map((round) => round.ratio));
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const cost = (pick: (cost: Round['cost']) => number): string =>
    `${of((round) => pick(round.cost)).toFixed(2)} ms`;
  return {
    title,
    figures: [
      {
        name: 'sign-ins a second ÷ bare argon2id verifications a second',
        value: ratio.toFixed(3),
        ...(target !== undefined && { target: `≥ ${target}`, met: ratio >= target }),
      },
      { name: 'the same, each round', value: rounds.map((round) => round.ratio.toFixed(3)).join(' ') },
      { name: 'sign-ins a second', value: of((round) => round.load.perSecond).toFixed(1) },
      { name: 'bare argon2id verifications a second', value: of((round) => round.raw.perSecond).toFixed(1) },
      { name: `sign-in, p50 (${inFlight} at once)`, value: `${of((round) => round.load.p50).toFixed(1)} ms` },
      { name: `sign-in, p99 (${inFlight} at once)`, value: `${of((round) => round.load.p99).toFixed(1)} ms` },
      {
        name: 'processor time of a bare verification ÷ of a sign-in, all processes',
        value: of(
          ({ cost: { raw, service, database, client } }) => raw / (service + database + client),
        ).toFixed(3),
      },
      { name: 'processor time of one bare verification', value: cost(({ raw }) => raw) },
      {
        name: 'processor time of one sign-in: service, hash included',
        value: cost(({ service }) => service),
      },
      { name: 'processor time of one sign-in: database', value: cost(({ database }) => database) },
      { name: 'processor time of one sign-in: the load itself', value: cost(({ client }) => client) },
      { name: 'sign-ins that failed', ...failed(rounds.map((round) => round.load)) },
    ],
    note: `${rounds.length} rounds of ${seconds} s of the bare hash and ${seconds} s of sign-ins in turn; each figure is the median of the rounds. The service was warmed up by ${warmUp} s of refreshes and some sign-ins.`,
  };
}

/** The number of failed calls by status. The target is 0. */
function failed(results: readonly LoadResult[]): Omit<Figure, 'name'> {
  const failures = results.flatMap((result) => Object.entries(result.failures));
  const count = failures.reduce((sum, [, times]) => sum + times, 0);
  const all = results.reduce((sum, result) => sum + result.count, 0);
  const kinds = [...new Set(failures.map(([status]) => status))].join(', ');
  return { value: `${count} of ${all}${kinds && ` (${kinds})`}`, target: '0', met: count === 0 };
}

function refreshPart(refreshed: LoadResult, alone: LoadResult): Part {
  return {
    title: 'Refreshes',
    figures: [
      { name: `refreshes a second (${inFlight} at once)`, value: refreshed.perSecond.toFixed(0) },
      { name: `refresh, p50 (${inFlight} at once)`, value: `${refreshed.p50.toFixed(1)} ms` },
      { name: `refresh, p99 (${inFlight} at once)`, value: `${refreshed.p99.toFixed(1)} ms` },
      { name: 'refresh, p50 (one at a time)', value: `${alone.p50.toFixed(1)} ms` },
      { name: 'refresh, p99 (one at a time)', value: `${alone.p99.toFixed(1)} ms` },
      { name: 'refreshes that failed', ...failed([refreshed, alone]) },
    ],
  };
}

function memoryPart(idle: number, rounds: readonly Round[], after: number): Part {
  const highest = Math.max(...rounds.map((round) => round.memory));
  return {
    title: 'Memory of the service',
    figures: [
      { name: 'idle, just started', value: `${idle.toFixed(0)} MB` },
      { name: 'under sign-ins, highest', value: `${highest.toFixed(0)} MB` },
      { name: 'after everything', value: `${after.toFixed(0)} MB` },
    ],
    note: 'Resident memory of the one process, without the database.',
  };
}
