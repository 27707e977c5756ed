/**
 * Several processes of the service on one port (PROCESSES; docs/scaling.md). This process only starts them, replaces
 * one that ends, passes the signals to stop and to read the keys again on, and adds up their figures. Each of them is a
 * whole service: they share the port and the database, and nothing in memory.
 */
import cluster from 'node:cluster';
import { seconds, minutes } from '@app/contract/fields/durations.ts';
import type { Logger } from 'pino';

import { createSummedFigures } from '#metrics/figures.ts';
import { createMetricsServer } from '#http/operations/metrics-port.ts';
import type { Settings } from '#settings/config.ts';

/** Deaths within this time count. */
const deathsWindow = minutes(1);
const firstWait = seconds(1);
const longestWait = seconds(30);

/**
 * Milliseconds: none after the first death within a minute, then 1 s, doubled each time, at most 30 s. So a fault that
 * ends every process immediately, such as a full disk, is not made worse.
 *
 * @param deaths how many processes ended within the last minute, this one included
 */
export const restartWait = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(longestWait, firstWait * 2 ** (deaths - 2));

/** A process that has not ended this long after the signal is killed. It gives up on its own after 9 s. */
const stopTimeout = seconds(12);

/**
 * Starts the processes, and resolves when the first listens. If one ends before that, all end, and this process with
 * exit code 1: the reason is on standard error. Ends this process with the last of them after SIGTERM or SIGINT.
 */
export async function startProcesses(settings: Settings, log: Logger): Promise<void> {
  const figures =
    settings.metricsPort === undefined
      ? undefined
      : createMetricsServer(settings, createSummedFigures(), log);
  await figures?.open();
  const group = createGroup(settings.processes, log);
  process.on('SIGTERM', (signal) => group.stop(signal));
  process.on('SIGINT', (signal) => group.stop(signal));
  process.on('SIGHUP', () => group.takeUpKeys());
  void group.ended.then(async (exitCode) => {
    await figures?.close();
    log.info({ exitCode }, 'every process has ended');
    process.exit(exitCode);
  });
  await group.ready;
}

function createGroup(processes: number, log: Logger) {
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const restarts = new Set<NodeJS.Timeout>();
  const listening = new Set<number>();
  let deaths: number[] = [];
  let hasListened = false;
  let stopping = false;
  /** The signal that this process has passed on: one that still starts is ended by it, as it should be. */
  let passedOn: NodeJS.Signals | undefined;
  let exitCode = 0;

  /** Node lists a process that has ended until its channel is closed, too, which may come after its end. */
  function running() {
    return Object.values(cluster.workers ?? {})
      .filter((worker) => worker !== undefined)
      .filter((worker) => !worker.isDead());
  }

  function stop(signal: NodeJS.Signals): void {
    if (stopping) return;
    stopping = true;
    passedOn = signal;
    for (const restart of restarts) clearTimeout(restart);
    log.info({ signal, processes: running().length }, 'stopping every process');
    for (const { process: child } of running()) child.kill(signal);
    if (running().length === 0) end(exitCode);
    setTimeout(() => {
      for (const { process: child } of running()) child.kill('SIGKILL');
    }, stopTimeout).unref();
  }

  function replace(ended: { readonly pid: number | undefined; readonly how: string | number }): void {
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < deathsWindow), now];
    const wait = restartWait(deaths.length);
    log.error({ ended, wait, processes: running().length }, 'a process ended: another takes its place');
    const restart = setTimeout(() => {
      restarts.delete(restart);
      cluster.fork();
    }, wait);
    restarts.add(restart);
  }

  /** A process that does not listen yet may have read the file before it changed: it is told when it does. */
  function takeUpKeys(): void {
    for (const worker of running()) {
      if (listening.has(worker.id)) worker.process.kill('SIGHUP');
      else worker.once('listening', () => worker.process.kill('SIGHUP'));
    }
  }

  cluster.on('listening', (worker) => {
    listening.add(worker.id);
    hasListened = true;
    becomeReady();
  });
  cluster.on('exit', (worker, code, signal) => {
    listening.delete(worker.id);
    // `code` is null where a signal ended it, whatever the type says.
    const how = signal || code;
    if (!stopping && hasListened) return replace({ pid: worker.process.pid, how });
    if (how !== 0 && how !== passedOn) exitCode = 1;
    stop('SIGTERM');
    if (running().length === 0) end(exitCode);
  });

  for (let count = 0; count < processes; count += 1) cluster.fork();
  return { ready, ended, stop, takeUpKeys };
}

/** From now on such an error is logged, cleaned as every line, and ends the process with 1. */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error that nothing caught ends the process');
    process.exit(1);
  });
}
