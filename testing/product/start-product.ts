/**
 * Starts the real product for a worker: the service with its embedded database, mailbox and built pages, on a free
 * port, with a data folder of its own. Only its clock can be moved (`service/test/clock/start-with-movable-clock.ts`).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { createMailbox, type Mailbox } from './mailbox.ts';

/** Environment variables of the product, beside those that every journey needs. */
export type Settings = Readonly<Record<string, string>>;

/** What a journey may set with `test.use`: another product is started for it. */
export interface ProductOptions {
  settings: Settings;
}

export interface Product {
  /** The app's address, without a trailing slash. */
  readonly url: string;
  readonly mailbox: Mailbox;
  /** The service's clock: milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves the service's clock forward by `ms` milliseconds. */
  advance(ms: number): Promise<void>;
  /** What the service wrote so far: its log lines and its messages. */
  output(): string;
  /** Ends the service by its process id and removes its data. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const startMillis = 60_000;
const stopMillis = 15_000;

/** Starts a product and waits until it is ready. Throws with the service's own words if it is not within a minute. */
export async function startProduct(settings: Settings = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'journeys-'));
  // Started by root, PostgreSQL runs as another user. It must get in, or its data would lie elsewhere and stay.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    ['service/test/clock/start-with-movable-clock.ts'],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        TMPDIR: tmpdir(),
        PORT: String(port),
        DATA_DIR: dataDir,
        ...settings,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));

  async function stop(): Promise<void> {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const clock = await ready(child, url, () => written);
    const tell = async (init?: RequestInit): Promise<number> => {
      const answer = await fetch(clock, init);
      if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { now: number }).now;
    };
    return {
      url,
      mailbox: createMailbox(url),
      now: () => tell(),
      advance: async (ms) => void (await tell({ method: 'POST', body: JSON.stringify({ advance: ms }) })),
      output: () => written,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits for the clock's address and a ready service; answers the address. */
async function ready(child: ChildProcess, url: string, output: () => string): Promise<string> {
  const until = Date.now() + startMillis;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const clock = /^\{"clock":"(?<address>[^"]+)"\}$/m.exec(output())?.groups?.['address'];
    if (clock !== undefined && (await answers(`${url}/readyz`))) return clock;
    await wait(50);
  }
  throw new Error(`The product did not start. It wrote:\n${output().slice(-4000)}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), stopMillis);
  await ended;
  clearTimeout(hard);
}
