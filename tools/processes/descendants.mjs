/**
 * Finds and ends the descendants of a process, in any process group: an interrupted test runner does not end the
 * PostgreSQL that one of its tests started.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parent: number, started: string }} Process `started` is its start time: process ids are used again */

/** Milliseconds that a process has to end after SIGINT; then it is killed. */
const gracePeriod = 5000;

/**
 * All running descendants of a process.
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
 * Ends those that still run. SIGINT is PostgreSQL's fast shutdown; a process that ignores it is killed.
 *
 * @param {readonly Process[]} processes
 */
export async function endLeftOver(processes) {
  const until = Date.now() + gracePeriod;
  for (const { pid } of stillRunning(processes)) send(pid, 'SIGINT');
  while (stillRunning(processes).length > 0 && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 50));
  }
  for (const { pid } of stillRunning(processes)) send(pid, 'SIGKILL');
}

/** @param {readonly Process[]} processes */
function stillRunning(processes) {
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
 * @returns {Process[]} empty if it has ended
 */
function readStat(pid) {
  try {
    // After the name, which may contain anything: state, parent, …; the twentieth field is the start time.
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
    // It has ended.
  }
}
