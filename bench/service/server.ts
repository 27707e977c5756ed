/** A server that is measured beside the service, as a separate process with its own database. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';

export interface Server {
  readonly url: string;
  readonly pid: number;
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
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => {});
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
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
