/** Opens the database: two pools of connections, the migrations, and no table. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Logger } from 'pino';
import { days, seconds } from '@app/contract/fields/durations.ts';
import pg from 'pg';

import { again } from './connection/again.ts';
import type { Database } from './connection/database.ts';
import { type AttemptLog, createAttemptLog } from './sign-in/attempt-log.ts';
import { migrations } from './migrations/migrations.ts';
import { partitionEvents } from './migrations/partition-events.ts';
import type { Durable, DurableTransaction, Relaxed } from './connection/pools.ts';
import { type OnStatement, patientSocket, type PoolWatch, preparedPool } from './connection/prepared-pool.ts';
import { UnusableDatabase } from './connection/database-reason.ts';

export { isDatabaseDown } from './connection/database-down.ts';

export interface Store {
  /** Writes what must not be lost. */
  readonly durable: Durable;
  /** Writes counters and claims, and reads (the rule is in pools.ts). */
  readonly relaxed: Relaxed;
  /** Writes attempts that opened no session into the sign-in log; no call waits for it. */
  readonly attempts: AttemptLog;
  /**
   * Brings the tables up to date, under an advisory lock, so that several instances may start at the same time. Tables
   * of a later release stay as they are: the release before runs on them.
   */
  migrate(): Promise<void>;
  /**
   * True for a day after the upgrade to derived refresh tokens, in which the release before may run, and must know every
   * session's token. `now` in milliseconds since the epoch. To be deleted in the next release.
   */
  storesTokens(now: number): boolean;
  /** Resolves if the database answers. Rejects with an error that `isDatabaseDown` knows if it cannot be reached. */
  ping(): Promise<void>;
  /**
   * Resolves if a sign-in can work: both pools connect with their start parameters, run a prepared statement, and the
   * encoding is UTF8. Rejects with an error whose words are `databaseReason`.
   */
  check(): Promise<void>;
  /** The connections of each pool, for the metrics. */
  pools(): readonly PoolConnections[];
  /** How many statements the database has answered so far: a database that answers is not lost. */
  answers(): number;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

/** The connections of a pool: open, open and not lent, and the statements that wait for one. */
export interface PoolConnections {
  readonly name: 'durable' | 'relaxed';
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/**
 * Milliseconds. The server ends a statement, which then holds no lock; together with one wait for a connection
 * (threat E1).
 */
const statementTimeout = 1500;
/** What no deadline of prepared-pool.ts has ended by then is ended by the driver, whose timers a busy process misses. */
const driverTimeout = 60_000;

/**
 * Every statement finds its rows by an index, so a plan is as good for any values and any number of rows: it is made
 * once per connection. Left to itself PostgreSQL plans the longer ones again each time, which costs as much as running
 * them, and keeps reading a table from end to end that was empty when it planned.
 */
const planning = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * Opens nothing yet: the first statement connects, and a pool that lost its database reconnects automatically. `url` is
 * a PostgreSQL URL; `poolSize` connections at most in each of the two pools.
 */
export function createStore({
  url,
  log,
  poolSize = 10,
  onStatement = () => {},
}: {
  url: string;
  log: Logger;
  poolSize?: number;
  onStatement?: OnStatement;
}): Store {
  let answers = 0;
  let derivesFrom = -Infinity;
  let pinging: Promise<void> | undefined;
  const watch: Omit<PoolWatch, 'name'> = {
    onStatement,
    onAnswer: () => void (answers += 1),
    answers: () => answers,
  };
  const pools: { name: PoolConnections['name']; pool: pg.Pool }[] = [];
  const open = (name: PoolConnections['name'], options: string): Kysely<Database> => {
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: driverTimeout,
      statement_timeout: statementTimeout,
      stream: patientSocket,
      idle_in_transaction_session_timeout: 10_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: 'auth-service',
      options,
    });
    pools.push({ name, pool });
    // Without listeners a connection that dies, idle or lent, would end the process.
    pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Kysely<Database>({
      dialect: new PostgresDialect({ pool: preparedPool(pool, { ...watch, name }) }),
    });
  };

  const durable = repeated(open('durable', planning));
  const relaxed = open('relaxed', `${planning} -c synchronous_commit=off`) as Relaxed;
  const attempts = createAttemptLog(relaxed, log);
  return {
    durable,
    relaxed,
    attempts,
    async migrate() {
      derivesFrom = await migrate(url, log);
    },
    storesTokens: (now) => now < derivesFrom,
    // One statement answers all who ask at the same moment.
    ping: () =>
      (pinging ??= sql`select 1`
        .execute(relaxed)
        .then(() => {})
        .finally(() => (pinging = undefined))),
    async check() {
      // One after the other, and the first again: behind a pooler that mixes up prepared statements, the second
      // connection finds the statement of the first one.
      for (const db of [durable, relaxed, durable]) {
        const { rows } = await sql<{ encoding: string }>`
          select current_setting('server_encoding') as encoding where ${true}::boolean`.execute(db);
        if (rows[0]?.encoding !== 'UTF8')
          throw new UnusableDatabase(
            `its encoding is ${rows[0]?.encoding} and must be UTF8: createdb --encoding UTF8 --template template0 NAME`,
          );
      }
    },
    pools: () =>
      pools.map(({ name, pool: { totalCount, idleCount, waitingCount } }) => ({
        name,
        total: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    answers: watch.answers,
    async close() {
      await attempts.flush();
      await Promise.all([durable.destroy(), relaxed.destroy()]);
    },
  };
}

/** The same, with transactions that run again if the database rolls them back. */
function repeated(db: Kysely<Database>): Durable {
  const transaction = db.transaction.bind(db);
  const execute = <T>(work: (db: DurableTransaction) => Promise<T>): Promise<T> =>
    again(() => transaction().execute((begun) => work(begun as DurableTransaction)));
  return Object.assign(db, { transaction: () => ({ execute }) }) as unknown as Durable;
}

/** Resolves to when tokens are derived. On a separate connection, without time limits for its statements: another instance may hold the lock for long. */
async function migrate(url: string, log: Logger): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 2, stream: patientSocket });
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    const newest = Object.keys(migrations).toSorted().at(-1) ?? '';
    const getMigrations = async () => ({ ...migrations, ...(await findNewerMigrations(db, newest)) });
    const migrator = new Migrator({ db, provider: { getMigrations } });
    const { error } = await migrator.migrateToLatest();
    if (error instanceof Error) throw error;
    if (error !== undefined) throw new Error('The migration failed.', { cause: error });
    await partitionEvents(db).catch((cause: unknown) =>
      log.warn({ err: cause }, 'the sign-in log was not partitioned'),
    );
    return await tokensDerivedFrom(db);
  } finally {
    await db.destroy();
  }
}

/**
 * When the release before can no longer be running: a day after the upgrade, or always where its last migration and the
 * upgrade were applied in one go, as on a new database.
 */
async function tokensDerivedFrom(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ before: string; upgrade: string }>`
    select max(timestamp) filter (where name = '0041-sign-up-names') as before,
      max(timestamp) filter (where name = '0042-generations') as upgrade
    from kysely_migration`.execute(db);
  const [before = 0, upgrade = 0] = [rows[0]?.before, rows[0]?.upgrade].map((time) => Date.parse(time ?? ''));
  return upgrade - before < seconds(2) ? -Infinity : upgrade + days(1);
}

/**
 * Those that were applied and come after `newest`, by name. The migrator asks that every applied one is known; these
 * are known only by name. One that is missing in the middle stays an error.
 */
async function findNewerMigrations(db: Kysely<Database>, newest: string): Promise<Record<string, Migration>> {
  const table = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (table.rows[0]?.present !== true) return {};
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name > ${newest} collate "C"`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => refuseToRun(name) }]));
}

function refuseToRun(name: string): Promise<never> {
  return Promise.reject(new Error(`The migration ${name} is of a later release.`));
}
