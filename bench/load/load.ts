/**
 * The load generator, as a worker: many clients on keep-alive connections, each with one call at a time. It uses
 * little processor time, because it runs on the cores that it measures.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { quantile } from '#figures.ts';
import { type CallJob, makerOf } from './calls.ts';
import { type Connection, openConnection } from './keep-open.ts';
import { serveJobs } from './worker.ts';

export interface LoadJob extends CallJob {
  readonly inFlight: number;
  readonly seconds: number;
  /** Milliseconds that each client waits between two calls; none by default. */
  readonly pause?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly count: number;
  /** Failed responses, by status. */
  readonly failures: Readonly<Record<string, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

serveJobs(async (job: LoadJob): Promise<LoadResult> => {
  const connections = await Promise.all(Array.from({ length: job.inFlight }, () => openConnection(job.url)));
  const oneCall = makerOf(job);
  const failures: Record<string, number> = {};
  const times: number[] = [];
  const started = performance.now();
  const lane = async (connection: Connection): Promise<void> => {
    while (performance.now() - started < job.seconds * 1000) {
      const before = performance.now();
      const failure = await oneCall(connection);
      times.push(performance.now() - before);
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
      if (job.pause !== undefined) await wait(job.pause);
    }
  };
  await Promise.all(connections.map(lane));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return {
    count: times.length,
    perSecond: times.length / seconds,
    failures,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    p999: quantile(times, 0.999),
  };
});
