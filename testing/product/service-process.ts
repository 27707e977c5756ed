/** Starts the service as a separate process on a free port, for browser tests and benchmarks. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '@app/service/dev/free-port.ts';

export { freePort };

/** Environment variables of the service. */
export type Settings = Readonly<Record<string, string>>;

export interface ServiceProcess {
  /** The app's address, without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it was ready. */
  readonly readyAfter: number;
  /** The service's output so far: log lines and messages. */
  output(): string;
  /** Stops the process with a signal; kills it if it has not ended after 15 seconds. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/** A start that takes longer hangs, even on a busy machine. */
const startMillis = 240_000;
const stopMillis = 15_000;

/** Creates a data folder, and returns its path and how to remove it. */
export async function makeDataFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'product-'));
  // Started by root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Starts the service and waits until it is ready. Throws with its last output after four minutes. The output goes to a
 * file, so that reading it does not affect a measurement.
 *
 * @param program a file of the workspace `service`
 * @param flags Node's flags
 */
export async function startService(
  dataFolder: string,
  {
    program = 'src/main.ts',
    settings = {},
    flags = [],
  }: { program?: string; settings?: Settings; flags?: readonly string[] } = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const logFile = join(dataFolder, 'service.log');
  const log = openSync(logFile, 'a');
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, join(root, 'service', program)], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      TMPDIR: tmpdir(),
      PORT: String(port),
      DATA_DIR: dataFolder,
      ...settings,
    },
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const output = (): string => readFileSync(logFile, 'utf8');
  const stop = async (): Promise<void> => {
    await end(child);
    process.off('exit', kill);
  };

  while (!(await answers(`${url}/readyz`))) {
    if (hasEnded(child) || performance.now() - started > startMillis) {
      await stop();
      throw new Error(`The service did not start. It wrote:\n${output().slice(-4000)}`);
    }
    await wait(20);
  }
  return { url, pid: child.pid ?? 0, readyAfter: performance.now() - started, output, stop };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopMillis);
  await ended;
  clearTimeout(force);
}
