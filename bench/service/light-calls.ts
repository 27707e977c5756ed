/** How long a light call waits beside sign-ins that keep every core busy with hashes. */
import { type Part, median } from '#figures.ts';
import type { LoadJob, LoadResult } from '#load/load.ts';
import type { Worker } from '#load/worker.ts';

/** Milliseconds that the 99th percentile may grow by. */
const target = 20;
const rounds = 5;
/** Seconds of each measurement; with a pause of 5 ms two clients make some hundred calls. */
const seconds = 2;

export async function lightPart(
  job: Omit<LoadJob, 'kind'>,
  { load, storm }: Readonly<Record<'load' | 'storm', Worker<LoadJob, LoadResult>>>,
): Promise<Part> {
  const light = { ...job, kind: 'light', inFlight: 2, seconds, pause: 5 } as const;
  const storming = { ...job, kind: 'signIn', inFlight: 32, seconds: seconds + 1 } as const;
  const alone: LoadResult[] = [];
  const beside: LoadResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await load.run(light));
    const [, result] = await Promise.all([storm.run(storming), load.run(light)]);
    beside.push(result);
  }
  const of = (results: readonly LoadResult[], pick: 'p50' | 'p99' | 'p999'): number =>
    median(results.map((result) => result[pick]));
  const all = (results: readonly LoadResult[]): string =>
    `${of(results, 'p50').toFixed(1)} · ${of(results, 'p99').toFixed(1)} · ${of(results, 'p999').toFixed(1)} ms`;
  const more = of(beside, 'p99') - of(alone, 'p99');
  return {
    title: 'A light call in a storm of sign-ins',
    figures: [
      { name: 'alone: p50 · p99 · p99.9', value: all(alone) },
      { name: 'beside 32 sign-ins at once: p50 · p99 · p99.9', value: all(beside) },
      {
        name: 'p99 beside them − p99 alone',
        value: `${more.toFixed(1)} ms`,
        target: `≤ ${target} ms`,
        met: more <= target,
      },
    ],
    note: `A new device token, without database, by two clients with 5 ms between two calls. ${rounds} rounds of ${seconds} s in turn; medians.`,
  };
}
