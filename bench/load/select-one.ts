/** The limit of a round trip to the database, as a worker: `select 1` by the service's driver in a closed loop. */
import pg from 'pg';

import { serveJobs } from './worker.ts';

export interface SelectJob {
  readonly databaseUrl: string;
  readonly inFlight: number;
  readonly seconds: number;
}
export interface SelectResult {
  readonly perSecond: number;
  readonly count: number;
}

serveJobs(async ({ databaseUrl, inFlight, seconds }: SelectJob): Promise<SelectResult> => {
  // As many connections as one of the service's pools has.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const started = performance.now();
  let count = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      await pool.query({ name: 'one', text: 'select 1' });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const perSecond = (count * 1000) / (performance.now() - started);
  await pool.end();
  return { count, perSecond };
});
