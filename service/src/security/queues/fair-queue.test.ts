import { expect, test } from 'vitest';

import { nameOf, outcomeOf } from '#test/drivers/outcome.ts';
import { networksOf, createFairQueue, type FairQueueLimits } from './fair-queue.ts';

const limits: FairQueueLimits = {
  atOnce: 8,
  eachAtOnce: 4,
  waitingMax: 1000,
  eachWaitingMax: 500,
  longestWait: 600_000,
};

/** Work that the test ends, in the order in which it started. */
function heldWork(changes: Partial<FairQueueLimits> = {}) {
  const queue = createFairQueue({ ...limits, ...changes });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    queue,
    started,
    add: (name: string, path: readonly string[]) =>
      outcomeOf(
        queue.run(path, () => {
          started.push(name);
          return new Promise<void>((end) => ends.push(end));
        }),
      ),
    /** Ends the oldest running work; the next one starts before this resolves. */
    async endOne() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

const pathOf = (client: string): string[] => ['networks', ...networksOf(client)];
/** An address in one of 256 /64 networks of one /48. */
const stormPath = (n: number): string[] => pathOf(`2001:db8:bad:${(n % 256).toString(16)}::/64`);

test.each([
  ['192.0.2.7', ['192.0.2.0/24', '192.0.2.7']],
  ['2001:db8:1:2ab::/64', ['2001:db8:1::/48', '2001:db8:1:0200::/56', '2001:db8:1:2ab::/64']],
  ['2001:db8:0:0::/64', ['2001:db8:0::/48', '2001:db8:0:0000::/56', '2001:db8:0:0::/64']],
  ['unknown', ['unknown']],
])('the networks of %s', (client, networks) => {
  expect(networksOf(client)).toEqual(networks);
});

test('E5: one network has at most four running, and another one starts immediately', async () => {
  const { add, started, settle, endOne } = heldWork();
  for (let n = 0; n < 900; n += 1) void add(`storm ${n}`, stormPath(n));
  await settle();
  expect(started).toHaveLength(4);
  void add('honest', pathOf('198.51.100.7'));
  await settle();
  expect(started[4]).toBe('honest');
  await endOne();
  expect(started).toHaveLength(6);
});

test('E5: each of 50 other tries starts soon among 900 of a flood', async () => {
  const { add, started, settle, endOne } = heldWork({ atOnce: 4 });
  for (let n = 0; n < 900; n += 1) void add('storm', stormPath(n));
  await settle();
  let longest = 0;
  for (let n = 0; n < 50; n += 1) {
    const before = started.length;
    void add(`honest ${n}`, pathOf(`198.51.${n}.7`));
    while (!started.includes(`honest ${n}`)) await endOne();
    longest = Math.max(longest, started.length - before);
  }
  expect(longest).toBeLessThanOrEqual(2);
});

test('the subnets of a network take turns, and so do their subnets', async () => {
  const { add, started, settle, endOne } = heldWork({ atOnce: 1 });
  for (let n = 0; n < 3; n += 1) void add('a1', pathOf('2001:db8:1:101::/64'));
  void add('a2', pathOf('2001:db8:1:102::/64'));
  void add('b', pathOf('2001:db8:1:201::/64'));
  await settle();
  for (let n = 0; n < 4; n += 1) await endOne();
  expect(started).toEqual(['a1', 'a1', 'b', 'a2', 'a1']);
});

test('a known device of the same network has its own queue', async () => {
  const { add, started, settle, endOne } = heldWork({ atOnce: 4 });
  for (let n = 0; n < 400; n += 1) void add('storm', stormPath(n));
  for (let n = 0; n < 10; n += 1) void add('owner', ['known devices', `device ${n}`]);
  await settle();
  for (let n = 0; n < 20; n += 1) await endOne();
  const first = started.slice(4, 24);
  expect(first.filter((name) => name === 'owner')).toHaveLength(10);
});

test('E5: a full queue refuses those who filled it, with Retry-After', async () => {
  const { add, settle, queue } = heldWork({ eachWaitingMax: 50, waitingMax: 60 });
  const storm = Array.from({ length: 300 }, (_, n) => add('storm', stormPath(n)));
  // Another address of the network is not refused because of its neighbour.
  const crowd = Array.from({ length: 300 }, () => add('crowd', pathOf('192.0.2.66')));
  const neighbour = Promise.race([add('neighbour', pathOf('192.0.2.7')), settle()]);
  await settle();
  const refused = await Promise.all([...storm, ...crowd].map((one) => Promise.race([one, settle()])));
  const names = refused.map((outcome) => (outcome === undefined ? 'waits' : nameOf(outcome as never)));
  expect(names.filter((name) => name === 'overloaded')).toHaveLength(300 + 300 - 8 - 59);
  expect(await neighbour).toBeUndefined();
  expect(queue.isContended()).toBe(true);
  const [first] = refused.filter((outcome) => outcome !== undefined);
  expect(first).toMatchObject({ refusal: { refusal: 'overloaded', details: { retryAfter: 2 } } });
});

test('work that waits too long is refused and removed', async () => {
  const { add, settle, endOne, queue, started } = heldWork({ atOnce: 1, longestWait: 1 });
  const first = add('first', pathOf('192.0.2.1'));
  const waiting = [2, 3, 4].map((n) => add('late', pathOf(`192.0.2.${n}`)));
  expect((await Promise.all(waiting)).map(nameOf)).toEqual(['overloaded', 'overloaded', 'overloaded']);
  expect(queue.isContended()).toBe(false);
  await endOne();
  expect(nameOf(await first)).toBe('answered');
  void add('next', pathOf('192.0.2.2'));
  await settle();
  expect(started).toEqual(['first', 'next']);
});

test('failed work releases its slot', async () => {
  const queue = createFairQueue({ ...limits, atOnce: 1 });
  const failing = queue.run(pathOf('192.0.2.1'), () => Promise.reject(new Error('no')));
  const next = queue.run(pathOf('192.0.2.1'), () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
