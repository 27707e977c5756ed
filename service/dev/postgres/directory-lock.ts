/**
 * Locks a data directory, and stops the PostgreSQL that a killed service left running on it. The system reuses process
 * ids, so a process is never ended only because of its id.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ownerFileOf = (dataDir: string): string => join(dataDir, 'postgres-owner.json');

/** Records that this process runs the PostgreSQL of the directory. */
export const lockDirectory = (dataDir: string): Promise<void> =>
  writeFile(ownerFileOf(dataDir), JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));

export const unlockDirectory = (dataDir: string): Promise<void> => rm(ownerFileOf(dataDir), { force: true });

/** Two services on one directory would stop each other's database. */
export async function assertUnlocked(dataDir: string): Promise<void> {
  const ownerFile = ownerFileOf(dataDir);
  if (!existsSync(ownerFile)) return;
  const owner = JSON.parse(await readFile(ownerFile, 'utf8')) as { pid: number; started: string };
  if (owner.pid === process.pid || !isRunning(owner.pid) || startOf(owner.pid) !== owner.started) return;
  throw new Error(
    `The data folder ${dataDir} is in use by process ${owner.pid}. Stop that one first, or set DATA_DIR to another folder.`,
  );
}

/** Ends a PostgreSQL server whose service was killed. */
export async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pidLine, folder] = (await readFile(pidFile, 'utf8')).split('\n');
  const pid = Number(pidLine);
  if (!pid || folder !== cluster || !isPostgres(pid)) return;
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

/** The system reuses process ids: only a process that is PostgreSQL may be ended. */
function isPostgres(pid: number): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bin/postgres');
  } catch {
    return false;
  }
}

/** The start time of a process, as text that differs for a later process with the same id; empty if unknown. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
