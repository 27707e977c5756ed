/**
 * Runs child processes, each in its own process group: a Ctrl-C in the terminal reaches only the tool, which then ends
 * its children in order. Processes that a child leaves behind in its group are killed when it ends.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { descendantsOf, endLeftOver } from './descendants.mjs';

/**
 * @typedef {object} Ended
 * @property {number | null} code exit code; null after a signal
 * @property {NodeJS.Signals | null} signal
 * @property {string} output what the child wrote, with `collect`
 * @property {number} seconds
 */

/** Milliseconds that a child has to end after a signal; then it is killed. */
const gracePeriod = 15_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program to its end. Rejects only where the program cannot be started.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.collect] return its output instead of printing it
 * @param {boolean} [options.endWithParent] open an IPC channel, which closes when this process ends (see end-with-parent.mjs)
 * @returns {Promise<Ended>}
 */
export function run(program, args, { cwd, env, collect = false, endWithParent = false } = {}) {
  const started = performance.now();
  const written = collect ? 'pipe' : 'inherit';
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: endWithParent ? ['ignore', written, written, 'ipc'] : ['ignore', written, written],
  });
  running.add(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((done, fail) => {
    child.once('error', (error) => {
      running.delete(child);
      fail(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      endGroup(child, 'SIGKILL');
      done({ code, signal, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

/**
 * Ends every running child and its descendants: sends the signal, waits, and kills what is left.
 *
 * @param {NodeJS.Signals} signal
 */
export async function endAll(signal) {
  await Promise.all([...running].map((child) => end(child, signal)));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
async function end(child, signal) {
  const descendants = child.pid === undefined ? [] : descendantsOf(child.pid);
  const closed = new Promise((done) => child.once('close', done));
  const killTimer = setTimeout(() => endGroup(child, 'SIGKILL'), gracePeriod);
  child.kill(signal);
  await closed;
  clearTimeout(killTimer);
  await endLeftOver(descendants);
}

/**
 * Ends all children on Ctrl-C, on SIGTERM, and when the npm that started this process has ended. `stopping.signal` is
 * then set, so that the command knows why its child ended.
 *
 * @returns {{ signal: NodeJS.Signals | undefined }}
 */
export function stopOnSignals() {
  /** @type {{ signal: NodeJS.Signals | undefined }} */
  const stopping = { signal: undefined };
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (stopping.signal !== undefined) return;
    stopping.signal = signal;
    void endAll(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => stop(signal));
  // npm forwards signals, but not a `kill -9` of npm itself: that shows only in a new parent process.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parents = describeParents();
    setInterval(() => describeParents() !== parents && stop('SIGTERM'), 1000).unref();
  }
  return stopping;
}

/** The process ids of npm, or of a shell and its npm, as one text to compare. */
function describeParents() {
  const parent = process.ppid;
  try {
    const [, name = '', state = ''] =
      /\((.*)\) (.*)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(sh|dash|bash|ash)$/.test(name) ? `${parent} of ${state.split(' ')[1]}` : String(parent);
  } catch {
    // Not Linux.
    return String(parent);
  }
}

/**
 * The exit code of a command that a signal stopped: 128 plus the signal's number, as in shells.
 *
 * @param {NodeJS.Signals} signal
 */
export function exitCodeOfSignal(signal) {
  return { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[/** @type {'SIGINT'} */ (signal)] ?? 1;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No process is left in the group.
  }
}
