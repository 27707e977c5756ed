/** The product as it is started in development, on a database of its own that waits for the disk as always. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = dirname(import.meta.dirname);

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it said that it is ready. */
  readonly readyAfter: number;
  /** Ends the service in order. */
  stop(): Promise<void>;
}

/** A folder for one run, and how to remove it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'bench-'));
  // As root, PostgreSQL runs as a user of its own. Could it not pass through here, its data would lie elsewhere and stay.
  await chmod(path, 0o711);
  // Started by root, PostgreSQL runs as another user. It must get in, or its data would lie elsewhere and stay.
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Starts the service on a free port. Its log goes to a file of `folder`, as nobody should have to read it while it is
 * measured. `flags` are Node's own. Throws with the last of its words if it is not ready within a minute.
 */
export async function startService(
  folder: string,
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<RunningService> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'a');
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, 'service/src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: folder,
      // The name of the embedded database, which a bench starts by itself.
      DEVELOPMENT_DATABASE: 'app',
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  while (!(await answers(`${url}/readyz`))) {
    if (hasEnded(child) || performance.now() - started > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`The service did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
    }
    await wait(10);
  }
  const readyAfter = performance.now() - started;
  return {
    url,
    pid: child.pid ?? 0,
    readyAfter,
    async stop() {
      process.off('exit', end);
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
