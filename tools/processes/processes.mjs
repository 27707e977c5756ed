/**
 * Child processes, each in a process group of its own: a Ctrl-C in the terminal reaches the tool alone, which then
 * ends its children in order. What a child leaves behind in its group is ended with it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { descendantsOf, endLeftOver } from './descendants.mjs';

/**
 * @typedef {object} Ended
 * @property {number | null} code exit code; null after a signal
 * @property {NodeJS.Signals | null} signal
 * @property {string} output what the child wrote, where it was asked for
 * @property {number} seconds
 */

/** How long a child may take to end by itself, in milliseconds. */
const patience = 15_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program to its end; never throws for what the program does.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {boolean} [options.collect] keep its output instead of passing it on
 * @param {boolean} [options.endWithParent] give it a channel that closes when this process is gone (see end-with-parent.mjs)
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
 * Ends every child that runs and what it started: asks it, waits, and ends what is left if it does not listen.
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
  const below = child.pid === undefined ? [] : descendantsOf(child.pid);
  const closed = new Promise((done) => child.once('close', done));
  const hard = setTimeout(() => endGroup(child, 'SIGKILL'), patience);
  child.kill(signal);
  await closed;
  clearTimeout(hard);
  await endLeftOver(below);
}

/**
 * Ends the children on Ctrl-C, on an ordinary kill, and when npm, which started this process, is gone.
 * `stopping.signal` tells the command why its child ended.
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
  // npm passes signals on, but a `kill -9` of npm does not reach us: the change of who started us does.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parents = startedBy();
    setInterval(() => startedBy() !== parents && stop('SIGTERM'), 1000).unref();
  }
  return stopping;
}

/** Who started this process: npm, or a shell and the npm that started that. Text to compare. */
function startedBy() {
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
 * The exit code of a command that was stopped: 128 and the signal's number, as shells write it.
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
    // The group is gone already, as it should be.
  }
}
