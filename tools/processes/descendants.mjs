/**
 * Everything that a child started, however deep and in whatever process group: a test runner that is interrupted does
 * not end the PostgreSQL that one of its tests started, so that is done here, by id.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parent: number, started: string }} Process `started` tells it from a later one with its id */

/** How long a process may take to end by itself, in milliseconds. */
const patience = 5000;

/**
 * What runs below a process at this moment.
 *
 * @param {number} pid
 * @param {readonly Process[]} [all]
 * @returns {Process[]}
 */
export function descendantsOf(pid, all = listProcesses()) {
  return all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

/**
 * Ends those that still run. PostgreSQL takes SIGINT as its fast shutdown; what does not listen is ended hard.
 *
 * @param {readonly Process[]} processes
 */
export async function endLeftOver(processes) {
  const until = Date.now() + patience;
  for (const { pid } of stillThere(processes)) send(pid, 'SIGINT');
  while (stillThere(processes).length > 0 && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 50));
  }
  for (const { pid } of stillThere(processes)) send(pid, 'SIGKILL');
}

/** @param {readonly Process[]} processes */
function stillThere(processes) {
  const now = new Map(listProcesses().map(({ pid, started }) => [pid, started]));
  return processes.filter(({ pid, started }) => now.get(pid) === started);
}

/** @returns {Process[]} */
function listProcesses() {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)));
  }
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,lstart='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, ...started] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), started: started.join(' ') };
  });
}

/**
 * @param {number} pid
 * @returns {Process[]} none where it has ended
 */
function readStat(pid) {
  try {
    // After the name, which may hold anything: state, parent, … and as the twentieth the time of its start.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? [] : [{ pid, parent: Number(fields[1]), started: fields[19] ?? '' }];
  } catch {
    return [];
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
