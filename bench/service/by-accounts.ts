/**
 * How the service grows with the number of accounts and with their history: the same sign-ins and refreshes, by two
 * processes of the same age on a database each, in turn.
 */
import { seedAccounts } from '@app/service/dev/seed-accounts.ts';
import type { ServiceProcess } from '@app/testing/product/service-process.ts';
import pg from 'pg';

import { password } from '#accounts.ts';
import { type Figure, median, type Part } from '#figures.ts';
import type { LoadJob, LoadResult } from '#load/load.ts';
import { startWorker, type Worker } from '#load/worker.ts';

import { createDeployment, type Deployment } from './deployment.ts';
import { type Contender, middle, takeTurns, type Turn } from './turns.ts';

export interface AccountsOptions {
  readonly rounds: number;
  /** The duration of one turn. */
  readonly seconds: number;
  /** How many accounts the larger database has. */
  readonly accounts: number;
}

const target = 1.1;
/** Half of them are `plain`, which sign in. */
const few = 1000;
/** How many of the many sign in or refresh. */
const spread = 20_000;
/** Each start is two new processes. */
const starts = 2;
/** Seconds of each kind. */
const warmUp = 5;

const kinds = ['signIn', 'refresh'] as const;
type Kind = (typeof kinds)[number];
const sizes = ['small', 'large'] as const;
type Size = (typeof sizes)[number];
type SizeTurns = Record<Size, Turn[]>;

export async function measureByAccounts(options: AccountsOptions): Promise<Part[]> {
  const cleanUps: (() => unknown)[] = [];
  try {
    const load = startWorker<LoadJob, LoadResult>('load.ts');
    cleanUps.push(() => load.stop());
    const small = await createDeployment(few / 2);
    cleanUps.push(() => small.remove());
    const large = await createDeployment(few / 2);
    cleanUps.push(() => large.remove());
    const begun = performance.now();
    const accounts = await seedAccounts(large.databaseUrl, {
      accounts: options.accounts,
      inDemoCompany: 0,
      model: 'ben@northline.example',
      history: true,
      onProgress: (step) => console.log(`  ${step}`),
    });
    const seeded = (performance.now() - begun) / 1000;
    const taken: Record<Kind, SizeTurns>[] = [];
    for (let start = 0; start < starts; start += 1)
      taken.push(await measureStart({ small, large }, load, options));
    const turnsOf = (kind: Kind): SizeTurns => ({
      small: taken.flatMap((start) => start[kind].small),
      large: taken.flatMap((start) => start[kind].large),
    });
    return [
      {
        title: 'With the number of accounts',
        figures: [
          {
            name: 'accounts, few and many',
            value: `${(few + 2).toLocaleString('en')} · ${accounts.toLocaleString('en')}`,
          },
          { name: 'adding them, with a month of use', value: `${seeded.toFixed(0)} s` },
          { name: 'the database of many: tables · indexes', value: await sizeOf(large) },
          ...figuresOf('sign-in', turnsOf('signIn')),
          ...figuresOf('refresh', turnsOf('refresh')),
        ],
        note: `One call at a time: of ${few / 2} of the few, and of up to ${spread.toLocaleString('en')} of the many, spread over all of them. Each size has a database server and a process of its own, with the same warm-up; ${starts} starts of ${options.rounds} rounds of ${options.seconds} s in an order that turns. A million accounts: \`npm run bench -- --only=growth --accounts=1000000\`.`,
      },
    ];
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

/** Both sizes by new processes: sign-ins in turn, then refreshes in turn. */
async function measureStart(
  deployments: Readonly<Record<Size, Deployment>>,
  load: Worker<LoadJob, LoadResult>,
  { rounds, seconds }: AccountsOptions,
): Promise<Record<Kind, SizeTurns>> {
  const services: ServiceProcess[] = [];
  try {
    const start = async (deployment: Deployment): Promise<(kind: Kind) => Contender> => {
      const service = await deployment.start();
      services.push(service);
      const addresses = await addressesOf(deployment);
      const tokens = await deployment.openSessions(addresses);
      const { deviceToken } = deployment;
      const job = {
        url: service.url,
        prefix: 'plain',
        accounts: addresses.length,
        addresses,
        password,
        deviceToken,
      };
      // Not counted: the code is not compiled yet.
      for (const kind of kinds) await load.run({ ...job, kind, tokens, inFlight: 1, seconds: warmUp });
      return (kind) => ({
        pid: service.pid,
        database: deployment.databasePid(),
        async run() {
          const calls = await load.run({ ...job, kind, tokens, inFlight: 1, seconds });
          return { perSecond: calls.perSecond, count: calls.count, calls };
        },
      });
    };
    const small = await start(deployments.small);
    const large = await start(deployments.large);
    const inTurn = (kind: Kind): Promise<SizeTurns> =>
      takeTurns(rounds, { small: small(kind), large: large(kind) }, { database: 0, client: load.pid });
    return { signIn: await inTurn('signIn'), refresh: await inTurn('refresh') };
  } finally {
    for (const service of services) await service.stop();
  }
}

/** Of accounts with only a password, in the order of their random ids, so from everywhere in the tables. */
const addressesOf = (deployment: Deployment): Promise<string[]> =>
  read(deployment, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `select email from accounts where method = 'password' and status = 'active' and second_step = 'off'
        and password_hash is not null and email not like 'ben@%' order by id limit $1`,
      [spread],
    );
    return rows.map(({ email }) => email);
  });

const sizeOf = (deployment: Deployment): Promise<string> =>
  read(deployment, async (client) => {
    const { rows } = await client.query<{ tables: string; indexes: string }>(
      `select pg_size_pretty(sum(pg_table_size(oid))) as tables, pg_size_pretty(sum(pg_indexes_size(oid))) as indexes
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return `${rows[0]?.tables} · ${rows[0]?.indexes}`;
  });

async function read<T>({ databaseUrl }: Deployment, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function figuresOf(name: string, { small, large }: SizeTurns): Figure[] {
  const p50 = ({ result }: Turn): number => result.calls?.p50 ?? Number.NaN;
  const compare = (what: string, pick: (turn: Turn) => number): Figure & { readonly ratio: number } => {
    const each = large.map((turn, round) => pick(turn) / pick(small[round] ?? turn));
    return {
      name: `${name}: ${what}, many ÷ few`,
      value: `${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}; ${middle(large, pick).toFixed(2)} ÷ ${middle(small, pick).toFixed(2)} ms)`,
      ratio: median(each),
    };
  };
  const { ratio, ...time } = compare('time', p50);
  const { ratio: _, ...database } = compare('processor time of the database', ({ cost }) => cost.database);
  const failed = [...small, ...large].flatMap(({ result }) => Object.values(result.calls?.failures ?? {}));
  const failures = failed.reduce((sum, count) => sum + count, 0);
  return [
    { ...time, target: `≤ ${target}`, met: ratio <= target },
    database,
    { name: `${name}: failed`, value: String(failures), target: '0', met: failures === 0 },
  ];
}
