import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { createTestDeps } from '#test/setup/test-deps.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { type Counter, countTry, releaseTry } from './throttles.ts';

/** Another process on the same database. */
const deps = await createTestDeps();
const other = await createTestDeps({ url: deps.url });
afterAll(() => Promise.all([deps.close(), other.close()]));

const counter = (key: string, limit = 3): Counter => ({ key, limit, window: 60_000, block: 90_000 });
const count = (counters: readonly Counter[], now: number, on = deps) =>
  countTry(on.store.relaxed, counters, now);
const release = (counters: readonly Counter[], countedAt: number) =>
  releaseTry(deps.store.relaxed, counters, countedAt);
/** The positions of `count` parallel tries, at two processes in turn, that were counted. */
async function countedOf(tries: number, countersOf: (n: number) => readonly Counter[]): Promise<number[]> {
  const full = await Promise.all(
    Array.from({ length: tries }, (_, n) => count(countersOf(n), 0, n % 2 === 0 ? deps : other)),
  );
  return full.flatMap((of, n) => (of === undefined ? [n] : []));
}

test('a counter is full from the try that reaches its limit until its block ends, or until one is released', async () => {
  const counters = [counter('a')];
  for (let n = 0; n < 3; n += 1) expect(await count(counters, 1000)).toBeUndefined();
  const full = { until: 91_000, counter: counters[0] };
  expect(await count(counters, 1000)).toEqual(full);
  await release(counters, 1000);
  expect(await count(counters, 1000)).toBeUndefined();
  expect(await count(counters, 90_999)).toEqual(full);
  expect(await count(counters, 91_000)).toBeUndefined();
});

test('without a block a counter is full until its window ends, which the first try began', async () => {
  const counters = [{ ...counter('b', 2), block: null }];
  expect(await count(counters, 0)).toBeUndefined();
  expect(await count(counters, 59_000)).toBeUndefined();
  expect(await count(counters, 59_999)).toEqual({ until: 60_000, counter: counters[0] });
  expect(await count(counters, 60_000)).toBeUndefined();
});

test('a try is counted in all of its counters or in none, and the one that blocks longest is named', async () => {
  const full = counter('c:full', 1);
  const longest = { ...counter('c:longest', 1), block: 100_000 };
  const free = counter('c:free', 5);
  await count([full], 0);
  await count([longest], 0);
  for (let n = 0; n < 9; n += 1)
    expect(await count([free, longest, full], 0)).toEqual({ until: 100_000, counter: longest });
  for (let n = 0; n < 5; n += 1) expect(await count([free], 0)).toBeUndefined();
  expect(await count([free], 0)).toBeDefined();
});

test('of 200 parallel tries on two instances, keys in any order, exactly the limit is counted, in both counters and without a deadlock', async () => {
  const [narrow, wide] = [counter('d:1', 50), counter('d:2', 80)];
  const counted = await countedOf(200, (n) => (n % 3 === 0 ? [narrow, wide] : [wide, narrow]));
  expect(counted).toHaveLength(50);
  // None of those that one counter refused was counted in the other.
  expect(await countedOf(200, () => [wide])).toHaveLength(30);
});

test('200 parallel right tries on two instances leave nothing counted', async () => {
  const counters = [counter('e:1', 500), { ...counter('e:2', 500), member: 'm' }];
  await Promise.all(
    (await countedOf(200, () => counters)).map(() => releaseTry(other.store.relaxed, counters, 0)),
  );
  const { rows } = await sql`
    select wrong from throttles where key like 'e:%' and wrong > 0
    union all select 1 from throttle_members where key like 'e:%'`.execute(deps.store.relaxed);
  expect(rows).toEqual([]);
});

test('a try that is released after its window has ended frees none of the next window', async () => {
  const counters = [counter('f', 2)];
  await count(counters, 0);
  await count(counters, 60_000);
  await count(counters, 60_000);
  await release(counters, 0);
  expect(await count(counters, 60_000)).toBeDefined();
  await release(counters, 60_000);
  expect(await count(counters, 60_000)).toBeUndefined();
});

test('A3: of 200 parallel members on two instances exactly the limit is counted; a counted one is never refused, and a right one frees a slot', async () => {
  const of = (n: number): Counter => ({ key: 'm', member: `m${n}`, limit: 50, window: 60_000, block: null });
  const counted = await countedOf(200, (n) => [of(n)]);
  expect(counted).toHaveLength(50);
  const [first = 0] = counted;
  const outside = [...Array(200).keys()].find((n) => !counted.includes(n)) ?? 0;

  expect(await count([of(outside)], 1000)).toEqual({ until: 60_000, counter: of(outside) });
  expect(await count([of(first)], 1000)).toBeUndefined();
  await release([of(first)], 1000);
  expect(await count([of(outside)], 1000)).toBeUndefined();
  expect(await count([of(first)], 1000)).toBeDefined();
  // Each member has its own window: only the one that was counted last is left at the end of the others'.
  const only = { ...of(first), limit: 1 };
  expect(await count([only], 60_000)).toEqual({ until: 61_000, counter: only });
  expect(await count([only], 61_000)).toBeUndefined();
});

test('housekeeping deletes expired rows and leaves the rest', async () => {
  const db = deps.store.relaxed;
  const now = deps.clock();
  await count([counter('h:now')], now);
  await count([counter('h:past')], now - 7_200_000);
  await deleteExpired(deps.store.relaxed, now);
  const keys = (await db.selectFrom('throttles').select('key').where('key', 'like', 'h:%').execute()).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['h:now']);
  expect(await deleteExpired(deps.store.relaxed, now)).toBe(0);
});
