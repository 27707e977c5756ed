/** What a scenario is, and what it reports. */
import { setTimeout as pause } from 'node:timers/promises';

import { countChanges } from './acknowledged.ts';
import { type Load, type LoadResult, startLoad } from './load.ts';
import type { Product } from './product.ts';

export interface Row {
  readonly requests: number;
  readonly acknowledged: number;
  /** What failed, as text: `503 × 12`. */
  readonly failed: string;
  readonly lost: number;
  readonly double: number;
  /** Milliseconds. */
  readonly gap?: number;
  /** What is wrong; empty: the scenario passed. */
  readonly wrong: readonly string[];
  readonly more?: string;
}

export interface Scenario {
  readonly did: string;
  /** Runs with a separate product, which the scenario starts in the folder. */
  readonly alone?: (folder: string, soak: number) => Promise<Row>;
  /** On the product that scenarios share. */
  readonly shared?: (product: Product) => Promise<Row>;
}

export interface Expectation {
  /** Failures that belong to the fault; any other is wrong. */
  readonly allowed?: readonly string[];
  readonly failedMax?: number;
  /** The longest gap that is still right, in milliseconds. */
  readonly gapMax?: number;
  readonly more?: string;
  readonly wrong?: readonly string[];
  /** The server to count in. */
  readonly port?: number;
}

/** Ends the load, counts, and judges. */
export async function judge(product: Product, load: Load, expected: Expectation): Promise<Row> {
  const result = await load.stop();
  const { lost, double, of } = await countChanges(product, result, expected.port);
  const { allowed = [], failedMax = Infinity, gapMax = Infinity } = expected;
  const failures = Object.entries(result.failed);
  const failedCount = failures.reduce((sum, [, count]) => sum + count, 0);
  const odd = failures.filter(([what]) => !allowed.includes(what));
  return {
    ...rowOf(result),
    lost,
    double,
    wrong: [
      ...odd.map(([what, count]) => `${count} × ${what}`),
      ...(failedCount > failedMax ? [`${failedCount} failed, at most ${failedMax} are right`] : []),
      ...(result.gap > gapMax ? [`a gap of ${result.gap.toFixed(0)} ms, at most ${gapMax} is right`] : []),
      ...(result.sessionsLost > 0 ? [`${result.sessionsLost} sessions were lost`] : []),
      ...of,
      ...(expected.wrong ?? []),
    ],
    ...(expected.more !== undefined && { more: expected.more }),
  };
}

const rowOf = (result: LoadResult): Pick<Row, 'requests' | 'acknowledged' | 'failed' | 'gap'> => ({
  requests: result.requests,
  acknowledged: result.acknowledged.length,
  failed:
    Object.entries(result.failed)
      .map(([what, count]) => `${what} × ${count}`)
      .join(', ') || '0',
  gap: result.gap,
});

/** Load of `count` people that has begun to acknowledge changes. */
export async function loadOf(product: Product, count = 12): Promise<Load> {
  await product.balancer.until(2);
  const load = startLoad(product, await product.addPeople(count));
  await more(load, 5 * count);
  return load;
}

/** Resolves when so many more changes are acknowledged: the product works again. */
export async function more(load: Load, changes: number): Promise<void> {
  const wanted = load.count() + changes;
  for (let tries = 0; load.count() < wanted; tries += 1) {
    if (tries > 1800) throw new Error('nothing is acknowledged any more after three minutes');
    await pause(100);
  }
}
