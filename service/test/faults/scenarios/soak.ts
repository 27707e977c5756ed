/** Mixed load at half of what the product can do, for minutes, with memory watched. */
import { setTimeout as pause } from 'node:timers/promises';
import { minutes, seconds } from '@app/contract/fields/durations.ts';

import { countMails, mailsDelivered } from '#test/faults/acknowledged.ts';
import { startLoad } from '#test/faults/load.ts';
import { startProduct } from '#test/faults/product.ts';
import { judge, type Row, type Scenario } from '#test/faults/scenario.ts';

const people = 12;
/** MB a minute of the second half of the time that still counts as flat, beyond what a sample scatters. */
const flat = { slope: 2, scatter: 15 };

async function soak(folder: string, length: number): Promise<Row> {
  const product = await startProduct(folder);
  try {
    const full = startLoad(product, await product.addPeople(people), 0);
    await pause(seconds(5));
    const from = full.count();
    await pause(seconds(10));
    const capacity = (full.count() - from) / 10;
    const warm = await full.stop();

    // At full load a call takes people ÷ capacity, at half load hardly any of it: the pause is nearly all of a round.
    const think = ((2 * people) / capacity) * 1000;
    const load = startLoad(product, await product.addPeople(people), think);
    const samples: { minute: number; memory: number }[] = [];
    const begun = performance.now();
    const every = Math.max(1000, minutes(length) / 120);
    while (performance.now() - begun < minutes(length)) {
      await pause(every);
      const memory = product.instances.reduce((sum, instance) => sum + instance.memory(), 0);
      samples.push({ minute: (performance.now() - begun) / minutes(1), memory });
    }
    const half = samples.slice(Math.floor(samples.length / 2));
    const slope = slopeOf(half);
    const grown = slope * ((half.at(-1)?.minute ?? 0) - (half[0]?.minute ?? 0));
    const rate = load.count() / (length * 60);
    const row = await judge(product, load, { failedMax: 0 });
    // The load has ended: no email is being written.
    const waiting = await mailsDelivered(product);
    const mails = await countMails(product);
    return {
      ...row,
      wrong: [
        ...row.wrong,
        ...(slope > flat.slope && grown > flat.scatter
          ? [`memory grows by ${slope.toFixed(1)} MB a minute`]
          : []),
        ...(waiting > 0 || mails.missing > 0 || mails.double > 0
          ? [`mails: ${mails.missing} missing, ${mails.double} twice`]
          : []),
        ...(warm.sessionsLost > 0 ? ['a session was lost at full load'] : []),
      ],
      more:
        `${length} minutes at ${rate.toFixed(0)} of ${capacity.toFixed(0)} changes a second; both instances ` +
        `${samples[0]?.memory.toFixed(0)} MB, in the end ${samples.at(-1)?.memory.toFixed(0)} MB, slope of the second half ` +
        `${slope.toFixed(2)} MB a minute; ${mails.written} mails, ${mails.double} twice`,
    };
  } finally {
    await product.stop();
  }
}

/** Least squares. */
function slopeOf(samples: readonly { minute: number; memory: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const minute = mean(samples.map((sample) => sample.minute));
  const memory = mean(samples.map((sample) => sample.memory));
  const over = samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.memory - memory), 0);
  return over / samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
}

export const soakScenarios: Record<string, Scenario> = {
  soak: { did: 'mixed load at half of capacity', alone: soak },
};
