/**
 * The embedded PostgreSQL of development and tests: a real server from npm on a folder of its own. It listens on
 * loopback only, on a free port, behind a password; it is started again by itself if it dies, and stopped with the service.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';

import { findPlace, type PostgresPlace } from './postgres-place.ts';

export interface EmbeddedPostgres {
  /** Connection URL of the database `app`. */
  readonly url: string;
  /** The postmaster's process id, for tests that end it. */
  readonly pid: () => number | undefined;
  /** Stops the server (clients are disconnected, data is on disk). A temporary cluster is removed. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  /** Told of restarts and of the server's own complaints. */
  log?: (message: string) => void;
  /** For tests: does not wait for the disk, and removes the cluster at the end. */
  temporary?: boolean;
}

const childEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** Starts PostgreSQL on `dataDir`, making the cluster the first time. Throws one clear sentence if it cannot. */
export async function startPostgres({
  dataDir: dataFolder,
  log = () => {},
  temporary = false,
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(dataFolder);
  await mkdir(dataDir, { recursive: true });
  const place = await findPlace(dataDir, temporary);
  const ownerFile = join(dataDir, 'postgres-owner.json');
  await refuseSecondOwner(ownerFile, dataDir);
  const password = await makeCluster(place, dataDir);
  await endOrphan(place);
  await writeFile(ownerFile, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));

  const port = await freePort();
  let stopping = false;
  let server = await launch(place, port, temporary, log);
  watch(server);

  /** A server that dies by itself is started again on the same port, so that the service recovers by itself. */
  function watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log(`PostgreSQL ended by itself (${signal ?? code}); starting it again`);
      void restart();
    });
  }
  async function restart(): Promise<void> {
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5000)) {
      try {
        await endOrphan(place);
        server = await launch(place, port, temporary, log);
        if (stopping) server.kill('SIGINT');
        else watch(server);
        return;
      } catch (error) {
        log(`PostgreSQL did not start: ${String(error)}`);
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  await makeDatabase(urlOf('postgres'));
  return {
    url: urlOf('app'),
    pid: () => server.pid,
    async stop() {
      stopping = true;
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((done) => server.once('exit', done));
        // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, data is written.
        server.kill('SIGINT');
        await ended;
      }
      await rm(ownerFile, { force: true });
      if (temporary) await rm(place.cluster, { recursive: true, force: true });
    },
  };
}

/** Makes the cluster if there is none; returns the password of its user. */
async function makeCluster(place: PostgresPlace, dataDir: string): Promise<string> {
  const passwordFile = join(dataDir, 'postgres-password');
  const isMade = existsSync(join(place.cluster, 'PG_VERSION'));
  if (isMade && existsSync(passwordFile)) return (await readFile(passwordFile, 'utf8')).trim();
  if (isMade && place.cluster.startsWith(dataDir)) {
    throw new Error(
      `The database in ${place.cluster} lost its password file ${passwordFile}. Put it back, or remove that folder to start anew.`,
    );
  }
  if (isMade) {
    // The data folder was removed to start anew, keys and all; what it kept elsewhere goes with it.
    await endOrphan(place);
    await rm(place.cluster, { recursive: true });
    await mkdir(place.cluster, { mode: 0o700 });
    if ('uid' in place.user) await chown(place.cluster, place.user.uid, place.user.gid);
  }
  const password = randomBytes(24).toString('base64url');
  const handedOver = join(place.cluster, '..', `.initdb-${process.pid}`);
  await writeFile(handedOver, password, { mode: 0o600 });
  if ('uid' in place.user) await chown(handedOver, place.user.uid, place.user.gid);
  try {
    await run(join(place.native, 'bin/initdb'), place, [
      `--pgdata=${place.cluster}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${handedOver}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]);
  } finally {
    await unlink(handedOver);
  }
  await writeFile(passwordFile, password, { mode: 0o600 });
  return password;
}

function run(program: string, place: PostgresPlace, args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      ...place.user,
      cwd: '/',
      env: childEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (data: Buffer) => (complaint += data.toString()));
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`PostgreSQL could not be set up: ${complaint.trim()}`)),
    );
  });
}

function launch(
  place: PostgresPlace,
  port: number,
  temporary: boolean,
  log: (message: string) => void,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    jit: 'off',
    ...(temporary ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  return new Promise((done, fail) => {
    const child = spawn(
      join(place.native, 'bin/postgres'),
      [
        '-D',
        place.cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // Its own process group: a Ctrl-C in the terminal must reach the service alone, which stops PostgreSQL last.
      { ...place.user, cwd: '/', env: childEnvironment, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    let complaint = '';
    child.stderr?.on('data', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('ready to accept connections')) done(child);
      complaint = (complaint + text).slice(-2000);
      for (const line of text.split('\n')) if (/ (FATAL|PANIC): {2}/.test(line)) log(line);
    });
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`PostgreSQL did not start: ${complaint.trim()}`)));
  });
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'app'");
  if (rowCount === 0) await client.query('CREATE DATABASE app');
  await client.end();
}

/** Two services on one folder would stop each other's database. */
async function refuseSecondOwner(ownerFile: string, dataDir: string): Promise<void> {
  if (!existsSync(ownerFile)) return;
  const owner = JSON.parse(await readFile(ownerFile, 'utf8')) as { pid: number; started: string };
  if (owner.pid === process.pid || !isRunning(owner.pid) || startOf(owner.pid) !== owner.started) return;
  throw new Error(
    `The data folder ${dataDir} is in use by process ${owner.pid}. Stop that one first, or set DATA_DIR to another folder.`,
  );
}

/** Ends a server that outlived a service which was killed. */
async function endOrphan(place: PostgresPlace): Promise<void> {
  const pidFile = join(place.cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pidLine, folder] = (await readFile(pidFile, 'utf8')).split('\n');
  const pid = Number(pidLine);
  if (!pid || folder !== place.cluster || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (const started = Date.now(); isRunning(pid) && Date.now() - started < 10_000;) {
    await new Promise((done) => setTimeout(done, 20));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Process ids are used again: only a process that really is PostgreSQL may be ended. */
function isPostgres(pid: number): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bin/postgres');
  } catch {
    return false;
  }
}

/** When a process started, as text that differs for a later process with the same id; empty where unknown. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
