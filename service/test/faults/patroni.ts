/**
 * Three nodes of Debian's PostgreSQL under Patroni and etcd behind HAProxy, all on loopback, as docs/operations.md sets them
 * up: a lost primary is replaced by a standby that every commit waits for. The service reaches them through PgBouncer where
 * a version is installed that keeps prepared statements in transaction mode.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import { freePort } from '#dev/free-port.ts';

import { configuration, haproxy, pgbouncer, versions } from './cluster-settings.ts';
import { undoIfInterrupted } from './interrupted.ts';
import { type Line, openLine } from './product.ts';

const packages = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql'];
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];
const poolerProgram = '/usr/sbin/pgbouncer';

/** The installed version of PgBouncer, if it is 1.21 or newer. */
function poolerVersion(): string | undefined {
  const said = spawnSync(poolerProgram, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const [, version, minor] = /^PgBouncer (1\.(\d+)\S*)/.exec(said) ?? [];
  return Number(minor) >= 21 ? version : undefined;
}

/** What to install before a cluster can be started; undefined: it can. */
export const missing = (): string | undefined =>
  [...programs, versions].every((file) => existsSync(file)) && process.getuid?.() === 0
    ? undefined
    : `as root: apt-get install --no-install-recommends ${packages.join(' ')}`;

export interface Node {
  readonly name: string;
  /** The main process of PostgreSQL and the agent, those that run. */
  pids(): { readonly postgres: number | undefined; readonly agent: number | undefined };
  /** Starts the agent, which starts PostgreSQL. */
  start(): void;
  /** What the agent reaches etcd by: cut off, it must give up its lease before another node takes it. */
  readonly line: Line;
}

export interface Cluster {
  /** Of HAProxy, which leads to the primary. */
  readonly port: number;
  /** PgBouncer, which leads to HAProxy, where it is there. */
  readonly pooler: { readonly port: number; readonly version: string } | undefined;
  readonly etcd: { readonly pid: number; readonly port: number };
  primary(): Promise<Node>;
  /** Resolves when one node is the primary and both others follow it, one of them with every commit. */
  whole(): Promise<void>;
  /** Moves the primary to another node, in order. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder takes everything; the caller removes it */
export async function startCluster(folder: string): Promise<Cluster> {
  const server = readdirSync(versions).toSorted().at(-1) ?? '';
  const user = userOf('postgres');
  mkdirSync(folder, { recursive: true });
  chownSync(folder, user.uid, user.gid);
  const children = new Set<ChildProcess>();
  // For the reader of a failed scenario.
  const log = openSync(join(tmpdir(), 'faults-cluster.log'), 'w');
  const run = (program: string, args: readonly string[], as?: typeof user): ChildProcess => {
    const child = spawn(program, args, { ...as, cwd: folder, stdio: ['ignore', log, log], detached: true });
    children.add(child.once('exit', () => children.delete(child)));
    return child;
  };
  const [client, peer, proxy] = [await freePort(), await freePort(), await freePort()];
  const etcd = run(
    programs[1] ?? '',
    [
      '--name',
      'e1',
      '--data-dir',
      join(folder, 'etcd'),
      '--initial-cluster',
      `e1=http://127.0.0.1:${peer}`,
      ...['listen-client', 'advertise-client'].flatMap((of) => [
        `--${of}-urls`,
        `http://127.0.0.1:${client}`,
      ]),
      ...['listen-peer', 'initial-advertise-peer'].flatMap((of) => [
        `--${of}-urls`,
        `http://127.0.0.1:${peer}`,
      ]),
    ],
    user,
  );

  const made = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const name = `n${n}`;
      const [port, api] = [await freePort(), await freePort()];
      const data = join(folder, name);
      const line = await openLine(client);
      const file = join(folder, `${name}.yml`);
      writeFileSync(
        file,
        JSON.stringify(configuration({ name, port, api, client: line.port, folder, data, version: server })),
      );
      let agent: ChildProcess | undefined;
      const node: Node = {
        name,
        line,
        pids() {
          const file = join(data, 'postmaster.pid');
          const postgres = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
          return {
            postgres,
            agent: agent?.exitCode === null && agent.signalCode === null ? agent.pid : undefined,
          };
        },
        start: () => void (agent = run(programs[0] ?? '', [file], user)),
      };
      return { ...node, port, api };
    }),
  );
  writeFileSync(join(folder, 'haproxy.cfg'), haproxy(proxy, made));
  for (const node of made) node.start();
  run(programs[2] ?? '', ['-db', '-f', join(folder, 'haproxy.cfg')]);
  const version = poolerVersion();
  const pooler = version === undefined ? undefined : { version, port: await freePort() };
  if (pooler) {
    const [users, settings] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
    writeFileSync(users, '"postgres" ""\n');
    writeFileSync(settings, pgbouncer(pooler.port, proxy, users));
    run(poolerProgram, [settings], user);
  }

  const ask = async (api: number, path: string, init?: RequestInit): Promise<Response | undefined> =>
    fetch(`http://127.0.0.1:${api}${path}`, { ...init, signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    );
  const find = async (path: string) => {
    const answers = await Promise.all(
      made.map(async (node) => ((await ask(node.api, path))?.status === 200 ? [node] : [])),
    );
    return answers.flat();
  };
  const cluster: Cluster = {
    port: proxy,
    pooler,
    etcd: { pid: etcd.pid ?? 0, port: client },
    async primary() {
      for (let tries = 0; tries < 1200; tries += 1) {
        const [node] = await find('/primary');
        if (node) return node;
        await pause(100);
      }
      throw new Error('no node is the primary after two minutes');
    },
    async whole() {
      for (let tries = 0; tries < 600; tries += 1) {
        const [primaries, replicas, synchronous] = await Promise.all(
          ['/primary', '/replica?lag=1MB', '/sync'].map(find),
        );
        if (primaries?.length === 1 && replicas?.length === 2 && synchronous?.length === 1) return;
        await pause(200);
      }
      throw new Error('the cluster is not whole after two minutes');
    },
    async switchOver() {
      let refusal = 'there is no primary or no synchronous standby';
      for (let tries = 0; tries < 600; tries += 1) {
        const [[from], [to]] = await Promise.all([find('/primary'), find('/sync')]);
        if (from && to) {
          const body = JSON.stringify({ leader: from.name, candidate: to.name });
          const answer = await fetch(`http://127.0.0.1:${from.api}/switchover`, { method: 'POST', body });
          if (answer.status === 200) return;
          refusal = await answer.text();
        }
        // The standby of the last fail-over was not the synchronous one yet.
        await pause(200);
      }
      throw new Error(`no switch in two minutes: ${refusal}`);
    },
    async stop() {
      const ended = [...children].map((child) => once(child, 'exit'));
      for (const node of made) for (const pid of Object.values(node.pids())) signal(pid, 'SIGCONT');
      // The agents end their PostgreSQL.
      for (const child of children) child.kill('SIGTERM');
      await Promise.race([Promise.all(ended), pause(30_000)]);
      for (const node of made) signal(node.pids().postgres, 'SIGKILL');
      for (const child of children) child.kill('SIGKILL');
      for (const node of made) node.line.close();
      closeSync(log);
      forget();
    },
  };
  const forget = undoIfInterrupted(cluster.stop);
  try {
    await cluster.whole();
    await leadsToPrimary(proxy);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** HAProxy finds the primary by a check of its own, which may be later than the agents' word. */
async function leadsToPrimary(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
    // A connection that breaks later is told by the promise, too.
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === 600) throw new Error('HAProxy leads to no primary after two minutes', { cause: error });
      await pause(200);
    }
  }
}

export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((of) => of.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
