/**
 * A separate PostgreSQL that a scenario can stop, kill, freeze, copy and promote. Unlike the embedded one of
 * development, it is not restarted automatically, and its commits are on disk.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from '#dev/free-port.ts';
import { prepareDataDirectory, type PostgresInstallation } from '#dev/postgres/data-directory.ts';

import { undoIfInterrupted } from './interrupted.ts';

export interface DatabaseServer {
  readonly port: number;
  isRunning(): boolean;
  start(): Promise<void>;
  /** As `pg_ctl stop -m fast` does: open transactions are rolled back. */
  stop(): Promise<void>;
  /** The main process gets SIGKILL; its child processes end on their own. */
  kill(): Promise<void>;
  /** Stops and continues all of its processes where they are. */
  freeze(): void;
  thaw(): void;
  /** A standby that follows this server by streaming replication: a copy of its files. The server is stopped meanwhile. */
  copyAsStandby(folder: string): Promise<DatabaseServer>;
  /** Makes a standby the primary. */
  promote(): void;
  /** What it said last, for the reader of a failed scenario. */
  said(): string;
  remove(): Promise<void>;
}

interface ServerOptions {
  readonly folder: string;
  /** Called with the empty data directory, e.g. to mount something there. */
  readonly prepare?: (cluster: string) => void;
}

export async function createDatabaseServer({ folder, prepare }: ServerOptions): Promise<DatabaseServer> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const place = await prepareDataDirectory(folder, true);
  prepare?.(place.cluster);
  execFileSync(
    join(place.native, 'bin/initdb'),
    [
      `--pgdata=${place.cluster}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...place.user, cwd: '/', stdio: 'pipe' },
  );
  return serverOf(place, await freePort());
}

function serverOf(place: PostgresInstallation, port: number): DatabaseServer {
  let child: ChildProcess | undefined;
  let said = '';
  const isRunning = (): boolean =>
    child !== undefined && child.exitCode === null && child.signalCode === null;
  const running = (): number => {
    if (!isRunning() || child?.pid === undefined) throw new Error(`PostgreSQL is not running: ${said}`);
    return child.pid;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const pid = running();
    const family = signal === 'SIGKILL' ? familyOf(pid) : [];
    const exit = once(child as ChildProcess, 'exit');
    process.kill(pid, signal);
    await exit;
    // The memory that they share must be free before the server starts again.
    while (family.some((member) => member !== pid && isAlive(member))) await new Promise(setImmediate);
  };
  const server: DatabaseServer = {
    port,
    isRunning,
    said: () => said.slice(-2000),
    async start() {
      const settings = {
        listen_addresses: '127.0.0.1',
        port,
        unix_socket_directories: '',
        max_connections: 100,
        shared_buffers: '64MB',
        jit: 'off',
        wal_level: 'replica',
        hot_standby: 'on',
      };
      const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      said = '';
      const started = spawn(join(place.native, 'bin/postgres'), ['-D', place.cluster, ...options], {
        ...place.user,
        cwd: '/',
        env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.stderr.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-20_000);
          if (/ready to accept (read-only )?connections/.test(said)) resolve();
        });
        started.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
      });
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    freeze: () => familyOf(running()).forEach((pid) => signalTo(pid, 'SIGSTOP')),
    thaw: () => familyOf(running()).forEach((pid) => signalTo(pid, 'SIGCONT')),
    async copyAsStandby(folder) {
      await mkdir(folder, { recursive: true, mode: 0o711 });
      const copy = await prepareDataDirectory(folder, true);
      await server.stop();
      await rm(copy.cluster, { recursive: true });
      await cp(place.cluster, copy.cluster, { recursive: true });
      await server.start();
      await writeFile(join(copy.cluster, 'standby.signal'), '');
      const follow = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres application_name=standby'\n`;
      await writeFile(join(copy.cluster, 'postgresql.auto.conf'), follow);
      if ('uid' in copy.user)
        execFileSync('chown', ['-R', `${copy.user.uid}:${copy.user.gid}`, copy.cluster]);
      execFileSync('chmod', ['700', copy.cluster]);
      return serverOf(copy, await freePort());
    },
    promote: () =>
      void execFileSync(join(place.native, 'bin/pg_ctl'), ['promote', '-w', '-D', place.cluster], {
        ...place.user,
        cwd: '/',
        stdio: 'pipe',
      }),
    async remove() {
      if (isRunning()) {
        server.thaw();
        await server.stop();
      }
      await rm(place.cluster, { recursive: true, force: true }).catch(() => {});
      forget();
    },
  };
  const forget = undoIfInterrupted(() => server.remove());
  return server;
}

/** A process and all that it started, itself first. */
function familyOf(pid: number): number[] {
  const family = [pid];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
      if (Number(parent) === pid) family.push(Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  return family;
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') === false;
  } catch {
    return false;
  }
}
