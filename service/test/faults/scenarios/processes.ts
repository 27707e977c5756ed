/** Processes of the service are ended, killed or stalled while people work. */
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@app/contract/fields/durations.ts';

import { startLoad } from '#test/faults/load.ts';
import { judge, loadOf, more, type Scenario } from '#test/faults/scenario.ts';

import { tryTwice } from './double-use.ts';

const people = 12;
const cutOff = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

export const processScenarios: Record<string, Scenario> = {
  'instances-ended': {
    did: 'each instance in turn ended (SIGTERM) and started',
    async shared(product) {
      const load = await loadOf(product, people);
      const exits: (number | null)[] = [];
      for (const instance of product.instances) {
        exits.push(await instance.end('SIGTERM'));
        await instance.start();
        await product.balancer.until(2);
        await more(load, 30);
      }
      const wrong = exits.every((exit) => exit === 0) ? [] : [`exit codes ${exits.join(', ')}`];
      return judge(product, load, { failedMax: 0, gapMax: seconds(2), wrong });
    },
  },
  'instance-killed': {
    did: 'one of two instances killed (SIGKILL)',
    async shared(product) {
      const load = await loadOf(product, people);
      await product.instances[0].end('SIGKILL');
      await more(load, 100);
      await product.instances[0].start();
      await product.balancer.until(2);
      await more(load, 30);
      // Each person has one call at a time; a second fails where the balancer has not noticed yet.
      return judge(product, load, { allowed: cutOff, failedMax: 2 * people, gapMax: seconds(3) });
    },
  },
  'instance-killed-twice-used': {
    did: 'killed while codes, links and tokens are used twice',
    shared: tryTwice,
  },
  'instance-stalled': {
    did: 'event loop of one instance stalled for 8 s',
    async shared(product) {
      const [stalled] = product.instances;
      const load = await loadOf(product, people);
      stalled.signal('SIGSTOP');
      await product.balancer.until(1);
      // The people who were at work wait for the stalled instance. Those who come now must not notice it.
      const since = performance.now();
      const newcomers = startLoad(product, await product.addPeople(people));
      await more(newcomers, 5 * people);
      await pause(Math.max(0, seconds(8) - (performance.now() - since)));
      const noticed = await judge(product, newcomers, { failedMax: 0, gapMax: seconds(3) });
      stalled.signal('SIGCONT');
      await product.balancer.until(2);
      await more(load, 60);
      const waited = await judge(product, load, { allowed: ['503', ...cutOff], failedMax: 2 * people });
      return {
        ...waited,
        requests: waited.requests + noticed.requests,
        acknowledged: waited.acknowledged + noticed.acknowledged,
        lost: waited.lost + noticed.lost,
        double: waited.double + noticed.double,
        gap: noticed.gap ?? Number.NaN,
        wrong: [...waited.wrong, ...noticed.wrong],
        more: `readiness turned, ${noticed.acknowledged} changes of newcomers by the other meanwhile`,
      };
    },
  },
};
