/**
 * Other services on the same PostgreSQL, each a process of its own. Their packages are no part of the product: they are
 * installed into `bench/peers` when they are first measured.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { passwordCost } from '@app/service/src/security/passwords/password-phc.ts';
import pg from 'pg';

import { password } from '#accounts.ts';

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** The first refresh tokens of its sessions, where it has some. */
  readonly tokens: readonly string[];
  stop(): void;
}

export interface Peers {
  /** Signs in by password, with argon2id of the product's cost. */
  readonly betterAuth: Server;
  /** The same, and counts tries in the database. */
  readonly countingBetterAuth: Server;
  /** Refreshes, with rotation and the product's two kinds of signed tokens. */
  readonly oidcProvider: Server;
}

const folder = join(import.meta.dirname, '../peers');

/** Starts both with this many accounts. Undefined, with a word about it, where the registry does not answer. */
export async function startPeers(databaseUrl: string, accounts: number): Promise<Peers | undefined> {
  try {
    install();
  } catch (error) {
    console.log(`The peers could not be installed and are left out: ${String(error).slice(0, 300)}`);
    return undefined;
  }
  const betterAuth = async (database: string, counts: boolean): Promise<Server> =>
    startServer(join(folder, 'better-auth.mjs'), {
      databaseUrl: await createDatabase(databaseUrl, database),
      accounts,
      password,
      cost: passwordCost,
      counts,
    });
  return {
    betterAuth: await betterAuth('better_auth', false),
    countingBetterAuth: await betterAuth('counting_better_auth', true),
    oidcProvider: await startServer(join(folder, 'oidc-provider.mjs'), {
      databaseUrl: await createDatabase(databaseUrl, 'oidc_provider'),
      accounts,
    }),
  };
}

/** The exact versions of its lockfile, without the install scripts of any package. */
function install(): void {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  console.log('Installing the peers …');
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Starts a server as a process of its own; its first message has its port. */
export async function startServer(file: string, options: object = {}): Promise<Server> {
  const child: ChildProcess = fork(file, [JSON.stringify(options)], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} did not start`);
  });
  const [{ port, tokens = [] }] = (await Promise.race([once(child, 'message'), ended])) as [
    { port: number; tokens?: string[] },
  ];
  ended.catch(() => {});
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    tokens,
    stop: () => child.disconnect(),
  };
}

/** Creates a database beside the service's. Resolves to its address. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
