import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { type Counter, countUse, countWrong, reserveSlots } from './throttles.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

const counter = (key: string, limit = 3): Counter => ({ key, limit, window: 60_000, block: 90_000 });

test('slots are free, busy while the last are pending, blocked once they are wrong, free after the block', async () => {
  const db = deps.store.relaxed;
  const counters = [counter('a')];
  const take = (now: number) => reserveSlots(db, counters, now);
  for (let n = 0; n < 3; n += 1) expect(await take(0)).toEqual({ verdict: 'free' });
  expect(await take(0)).toEqual({ verdict: 'busy' });
  deps.store.releases.add(counters, 'right');
  await deps.store.releases.flush();
  expect(await take(0)).toEqual({ verdict: 'free' });
  for (let n = 0; n < 3; n += 1) await countWrong(db, counters, 1000);
  const blocked = { verdict: 'blocked', until: 91_000, counter: counters[0] };
  expect(await take(1000)).toEqual(blocked);
  expect(await take(90_999)).toEqual(blocked);
  expect(await take(91_000)).toEqual({ verdict: 'free' });
});

test('a call reserves a slot in all of its counters or in none', async () => {
  const db = deps.store.relaxed;
  const full = counter('b:full', 1);
  const other = counter('b:other', 5);
  await countUse(db, [full], 0);
  for (let n = 0; n < 9; n += 1) expect((await reserveSlots(db, [other, full], 0)).verdict).toBe('blocked');
  for (let n = 0; n < 5; n += 1) expect((await countUse(db, [other], 0)).verdict).toBe('free');
  expect((await countUse(db, [other], 0)).verdict).toBe('blocked');
});

test('200 parallel uses on two instances, keys in any order: exactly the limit is free, without a deadlock', async () => {
  const second = await createTestDeps({ url: deps.url });
  const [one, other] = [counter('c:1', 50), counter('c:2', 80)];
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      countUse(
        n % 2 === 0 ? deps.store.relaxed : second.store.relaxed,
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

test('a slot that is not settled counts as wrong', async () => {
  const db = deps.store.relaxed;
  const counters = [{ ...counter('d', 2), window: 3_600_000 }];
  await reserveSlots(db, counters, 0);
  await reserveSlots(db, counters, 0);
  expect(await reserveSlots(db, counters, 29_999)).toEqual({ verdict: 'busy' });
  expect((await reserveSlots(db, counters, 30_000)).verdict).toBe('blocked');
});

test('of 200 parallel members on two instances exactly the limit is accepted; a right one is released, and a counted one is never refused', async () => {
  const second = await createTestDeps({ url: deps.url });
  const of = (n: number, limit = 50): Counter => ({
    key: 'm',
    member: `m${n}`,
    limit,
    window: 60_000,
    block: null,
  });
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      reserveSlots(n % 2 === 0 ? deps.store.relaxed : second.store.relaxed, [of(n)], 0),
    ),
  );
  await second.close();
  const places = verdicts.flatMap(({ verdict }, n) => (verdict === 'free' ? [n] : []));
  console.log(`limits: 200 members on two instances, limit 50: ${places.length} free`);
  expect(places).toHaveLength(50);
  const [first = 0, other = 0, ...rest] = places;
  const outside = verdicts.findIndex(({ verdict }) => verdict === 'busy');

  for (const n of [first, ...rest]) await countWrong(deps.store.relaxed, [of(n)], 0);
  expect(await reserveSlots(deps.store.relaxed, [of(outside)], 0)).toEqual({ verdict: 'busy' });
  expect((await reserveSlots(deps.store.relaxed, [of(first)], 0)).verdict).toBe('free');
  deps.store.releases.add([of(first)], 'notCompared');
  await countWrong(deps.store.relaxed, [of(other)], 0);
  await deps.store.releases.flush();
  expect(await reserveSlots(deps.store.relaxed, [of(outside)], 1000)).toMatchObject({
    verdict: 'blocked',
    until: 60_000,
  });
  // The right password of a member that was wrong before releases its slot.
  await reserveSlots(deps.store.relaxed, [of(first)], 1000);
  deps.store.releases.add([of(first)], 'right');
  await deps.store.releases.flush();
  expect((await reserveSlots(deps.store.relaxed, [of(outside)], 1000)).verdict).toBe('free');
  expect((await reserveSlots(deps.store.relaxed, [of(first)], 1000)).verdict).toBe('busy');
  // A slot that is not settled counts as wrong, and each member has its own window.
  expect((await reserveSlots(deps.store.relaxed, [of(first)], 31_000)).verdict).toBe('blocked');
  expect((await reserveSlots(deps.store.relaxed, [of(first)], 60_000)).verdict).toBe('free');
});

test('housekeeping deletes expired rows and leaves the rest', async () => {
  const db = deps.store.relaxed;
  const now = deps.clock();
  await countUse(db, [counter('e:now')], now);
  await countUse(db, [counter('e:past')], now - 7_200_000);
  await deleteExpired(deps.store.relaxed, now);
  const keys = (await db.selectFrom('throttles').select('key').where('key', 'like', 'e:%').execute()).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['e:now']);
  expect(await deleteExpired(deps.store.relaxed, now)).toBe(0);
});
