/**
 * Servers that are measured beside the service, each a separate process with its own database on the same PostgreSQL. The
 * packages of better-auth and oidc-provider are no part of the product: they are installed into `bench/peers` when they
 * are first measured.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { passwordCost } from '@app/service/src/security/passwords/password-phc.ts';
import pg from 'pg';

import { password } from '#accounts.ts';

/** A server that is measured beside the service, as a separate process with its own database. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** The first refresh tokens of its sessions, where it has some. */
  readonly tokens: readonly string[];
  stop(): void;
}

/** Starts a server as a separate process; its first message has its port. */
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

export interface Peers {
  /** Signs in by password, with argon2id of the product's cost, and counts tries in the database. */
  readonly betterAuth: Server;
  /** Refreshes, with rotation and the product's two kinds of signed tokens. */
  readonly oidcProvider: Server;
}

const folder = join(import.meta.dirname, '../peers');

/** Starts both with this many accounts. */
export async function startPeers(databaseUrl: string, accounts: number): Promise<Peers> {
  if (!existsSync(join(folder, 'node_modules'))) {
    const args = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
    ];
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const of = async (name: string, options: object) =>
    startServer(join(folder, `${name}.mjs`), {
      databaseUrl: await createDatabase(databaseUrl, name.replace('-', '_')),
      accounts,
      ...options,
    });
  return {
    betterAuth: await of('better-auth', { password, cost: passwordCost, counts: true }),
    oidcProvider: await of('oidc-provider', {}),
  };
}
