/** Reads a process's memory and processor time from the operating system. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in MB (1e6 bytes). */
export function memoryOf(pid: number): number {
  return (kibOf(pid) * 1024) / 1e6;
}

function kibOf(pid: number): number {
  if (process.platform === 'linux')
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
}

/**
 * The processor time that a process has used in milliseconds, with all its children if `family` is set. undefined
 * where the system does not report it (Linux does).
 */
export function processorTime(pid: number, family = false): number | undefined {
  const own = timesOf(pid);
  if (own === undefined) return undefined;
  if (!family) return own.used;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  // The kernel adds an ended child's time to its parent once the parent has waited for it.
  return children.reduce((sum, times) => sum + (times?.used ?? 0), own.used + own.endedChildren);
}

/**
 * The processor time of a Node process in milliseconds by its threads: the main one, and those of libuv, which hash.
 * NaN where the system does not report it.
 */
export function threadTimes(pid: number): { main: number; hash: number } {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => ({
      id: Number(id),
      name: readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim(),
      used: timesOf(pid, Number(id))?.used ?? 0,
    }));
    const sum = (those: typeof threads): number => those.reduce((all, { used }) => all + used, 0);
    return {
      main: sum(threads.filter(({ id }) => id === pid)),
      hash: sum(threads.filter(({ name }) => name.startsWith('libuv-worker'))),
    };
  } catch {
    return { main: Number.NaN, hash: Number.NaN };
  }
}

/** Linux counts in ticks of 10 ms. */
const tick = 10;

function timesOf(
  pid: number,
  thread?: number,
): { parent: number; used: number; endedChildren: number } | undefined {
  try {
    const file = thread === undefined ? `/proc/${pid}/stat` : `/proc/${pid}/task/${thread}/stat`;
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return { parent, used: (user + system) * tick, endedChildren: (childUser + childSystem) * tick };
  } catch {
    return undefined;
  }
}
