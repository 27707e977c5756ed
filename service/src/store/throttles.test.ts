import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDeps, type TestDeps } from '#test/test-deps.ts';
import { deleteExpired } from './housekeeping.ts';
import { type Counter, countUse, countWrong, takePlaces } from './throttles.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

const counter = (key: string, limit = 3): Counter => ({ key, limit, window: 60_000, block: 90_000 });

test('places: free, busy while the last are pending, blocked once they are wrong, free after the block', async () => {
  const { db } = deps.store;
  const counters = [counter('a')];
  const take = (now: number) => takePlaces(db, counters, now);
  for (let n = 0; n < 3; n += 1) expect(await take(0)).toEqual({ verdict: 'free' });
  expect(await take(0)).toEqual({ verdict: 'busy' });
  deps.store.giveBacks.add(counters);
  await deps.store.giveBacks.flush();
  expect(await take(0)).toEqual({ verdict: 'free' });
  for (let n = 0; n < 3; n += 1) await countWrong(db, counters, 1000);
  expect(await take(1000)).toEqual({ verdict: 'blocked', until: 91_000 });
  expect(await take(90_999)).toEqual({ verdict: 'blocked', until: 91_000 });
  expect(await take(91_000)).toEqual({ verdict: 'free' });
});

test('a call takes a place in all of its counters or in none', async () => {
  const { db } = deps.store;
  const full = counter('b:full', 1);
  const other = counter('b:other', 5);
  await countUse(db, [full], 0);
  for (let n = 0; n < 9; n += 1) expect((await takePlaces(db, [other, full], 0)).verdict).toBe('blocked');
  for (let n = 0; n < 5; n += 1) expect((await countUse(db, [other], 0)).verdict).toBe('free');
  expect((await countUse(db, [other], 0)).verdict).toBe('blocked');
});

test('200 uses at once on two instances, keys in any order: exactly the limit is free, and nothing waits in a circle', async () => {
  const second = await createTestDeps({ url: deps.url });
  const [one, other] = [counter('c:1', 50), counter('c:2', 80)];
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      countUse(
        n % 2 === 0 ? deps.store.quick : second.store.quick,
        n % 3 === 0 ? [one, other] : [other, one],
        0,
      ),
    ),
  );
  await second.close();
  const free = verdicts.filter(({ verdict }) => verdict === 'free').length;
  console.log(`limits: 200 uses on two instances, limit 50: ${free} free`);
  expect(free).toBe(50);
});

test('a place that nobody settled counts as wrong', async () => {
  const { db } = deps.store;
  const counters = [{ ...counter('d', 2), window: 3_600_000 }];
  await takePlaces(db, counters, 0);
  await takePlaces(db, counters, 0);
  expect(await takePlaces(db, counters, 29_999)).toEqual({ verdict: 'busy' });
  expect((await takePlaces(db, counters, 30_000)).verdict).toBe('blocked');
});

test('housekeeping deletes what is past and leaves the rest', async () => {
  const { db } = deps.store;
  const now = deps.clock();
  await countUse(db, [counter('e:now')], now);
  await countUse(db, [counter('e:past')], now - 7_200_000);
  await deleteExpired(db, now);
  const keys = (await db.selectFrom('throttles').select('key').where('key', 'like', 'e:%').execute()).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['e:now']);
  expect(await deleteExpired(db, now)).toBe(0);
});
