/**
 * The embedded PostgreSQL of development and tests: a real server from npm with its own data directory. It listens on
 * loopback only, on a free port, with a password. It is restarted if it dies, and stopped with the service.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';

import { freePort } from '#dev/free-port.ts';

import { lockDirectory, unlockDirectory, stopOrphan, assertUnlocked } from './directory-lock.ts';
import { prepareDataDirectory, type PostgresInstallation } from './data-directory.ts';

export interface EmbeddedPostgres {
  /** Connection URL of the database `app`. */
  readonly url: string;
  /** The folder of the Unix socket of a temporary cluster. */
  readonly socketFolder: string | undefined;
  /** The postmaster's process id, for tests that end it. */
  readonly pid: () => number | undefined;
  /** Stops the server (clients are disconnected, data is on disk). A temporary cluster is removed. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  dataDir: string;
  /** Logs restarts and the server's own errors. */
  log?: (message: string) => void;
  /** For tests: commits do not wait for the disk, a socket is cheaper than TCP, the cluster is removed at the end. */
  temporary?: boolean;
}

const childEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** Starts PostgreSQL on `dataDir` and creates the cluster the first time. Throws an error with one clear sentence. */
export async function startPostgres({
  dataDir: dataFolder,
  log = () => {},
  temporary = false,
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(dataFolder);
  await mkdir(dataDir, { recursive: true });
  const place = await prepareDataDirectory(dataDir, temporary);
  await assertUnlocked(dataDir);
  const password = await makeCluster(place, dataDir);
  await stopOrphan(place.cluster);
  await lockDirectory(dataDir);

  const port = await freePort();
  let stopping = false;
  let server = await launch(place, port, temporary, log);
  watch(server);

  /** Restarts a server that dies, on the same port, so that the service recovers without help. */
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
        await stopOrphan(place.cluster);
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
    socketFolder: temporary ? place.cluster : undefined,
    pid: () => server.pid,
    async stop() {
      stopping = true;
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((done) => server.once('exit', done));
        // SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions and writes its data.
        server.kill('SIGINT');
        await ended;
      }
      await unlockDirectory(dataDir);
      if (temporary) await rm(place.cluster, { recursive: true, force: true });
    },
  };
}

/** Creates the cluster if none exists; returns the password of its user. */
async function makeCluster(place: PostgresInstallation, dataDir: string): Promise<string> {
  const passwordFile = join(dataDir, 'postgres-password');
  const isMade = existsSync(join(place.cluster, 'PG_VERSION'));
  if (isMade && existsSync(passwordFile)) return (await readFile(passwordFile, 'utf8')).trim();
  if (isMade && place.cluster.startsWith(dataDir)) {
    throw new Error(
      `The database in ${place.cluster} lost its password file ${passwordFile}. Put it back, or remove that folder to start over.`,
    );
  }
  if (isMade) {
    // The data directory was removed to start over: remove its cluster elsewhere, too.
    await stopOrphan(place.cluster);
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

function run(program: string, place: PostgresInstallation, args: string[]): Promise<void> {
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
  place: PostgresInstallation,
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
    ...(temporary ? { fsync: 'off', full_page_writes: 'off', unix_socket_directories: place.cluster } : {}),
  };
  return new Promise((done, fail) => {
    const child = spawn(
      join(place.native, 'bin/postgres'),
      [
        '-D',
        place.cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      // Its own process group: Ctrl-C in the terminal must reach only the service, which stops PostgreSQL last.
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
