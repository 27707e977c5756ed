/** The fast way of `throttle_take` against `throttle_take_each`, which takes one counter after the other. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

/** Park and Miller's random numbers: the same ones in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const counters = [
  { key: 'a-narrow', limit: 1, window: '40 s', block: '15 s' },
  { key: 'b', limit: 3, window: '90 s', block: '20 s' },
  { key: 'c-members', limit: 2, window: '60 s', block: null, hasMembers: true },
  { key: 'd', limit: 2, window: '30 s', block: '45 s' },
  { key: 'e-members', limit: 3, window: '25 s', block: null, hasMembers: true },
  { key: 'f-wide', limit: 5, window: '120 s', block: null },
];

const functions = { fast: 'throttle_take', each: 'throttle_take_each' } as const;
type Name = keyof typeof functions;

/** Each of the two has keys of its own. */
const keyOf = (name: Name, key: string): string => `${name}:${key}`;

interface Chosen {
  readonly settled: boolean;
  readonly members: readonly (string | null)[];
  readonly those: readonly (typeof counters)[number][];
}

const columnsOf = (name: Name, { those, members }: Chosen) => sql`
  ${those.map(({ key }) => keyOf(name, key))}::text[], ${those.map(({ limit }) => limit)}::integer[],
  ${those.map(({ window }) => window)}::interval[], ${those.map(({ block }) => block)}::interval[],
  ${members}::text[]`;

async function take(name: Name, chosen: Chosen, now: Date): Promise<unknown> {
  const { rows } = await sql<{ full_key: string | null }>`
    select verdict, until, full_key from ${sql.id(functions[name])}(
      ${now}, '9 s'::interval, ${chosen.settled}::boolean, ${columnsOf(name, chosen)})`.execute(
    deps.store.relaxed,
  );
  return rows.map((row) => ({ ...row, full_key: row.full_key?.slice(name.length) }));
}

async function settle(name: Name, chosen: Chosen, now: Date, how: 'wrong' | 'right'): Promise<void> {
  const keys = chosen.those.map(({ key }) => keyOf(name, key));
  const statement =
    how === 'wrong'
      ? sql`select throttle_settle(${now}, ${columnsOf(name, chosen)})`
      : sql`select throttle_give_back(${keys}::text[], ${chosen.members}::text[], ${keys.map(() => true)}::boolean[])`;
  await statement.execute(deps.store.relaxed);
}

/** The rows of one, without what means nothing: the lease of no slot, and a block that has ended. */
async function rowsOf(name: Name, now: Date): Promise<unknown> {
  const { rows: throttles } = await sql`
    select substr(key, ${name.length + 1}::integer) as key, wrong, pending, window_ends_at,
      case when pending > 0 then pending_until end as pending_until,
      case when blocked_until > ${now} then blocked_until end as blocked_until
    from throttles where starts_with(key, ${name}) order by key`.execute(deps.store.relaxed);
  const { rows: members } = await sql`
    select substr(key, ${name.length + 1}::integer) as key, member, wrong, pending, ends_at,
      case when pending > 0 then pending_until end as pending_until
    from throttle_members where starts_with(key, ${name}) order by key, member`.execute(deps.store.relaxed);
  return { throttles, members };
}

test('throttle_take decides and changes what throttle_take_each does, in 1,500 random calls', async () => {
  const random = randomNumbers(20_261_123);
  const verdicts: Record<string, number> = {};
  let now = Date.UTC(2026, 10, 23);
  let open: Chosen[] = [];
  for (let step = 0; step < 1500; step += 1) {
    now += random(5) === 0 ? 1000 * random(20) : 0;
    const at = new Date(now);
    const those = counters.filter(() => random(3) === 0);
    const chosen: Chosen = {
      those,
      members: those.map(({ hasMembers }) => (hasMembers ? `m${random(5)}` : null)),
      settled: random(3) === 0,
    };
    const [fast, each] = await Promise.all((['fast', 'each'] as const).map((name) => take(name, chosen, at)));
    expect(fast).toEqual(each);
    const [{ verdict }] = fast as [{ verdict: string }];
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (verdict === 'free' && !chosen.settled) open.push(chosen);
    // Some are never settled.
    const settled = open.filter(() => random(3) === 0);
    open = open.filter((one) => !settled.includes(one) && random(20) > 0);
    for (const one of settled) {
      const how = random(2) === 0 ? 'wrong' : 'right';
      await Promise.all((['fast', 'each'] as const).map((name) => settle(name, one, at, how)));
    }
    expect(await rowsOf('fast', at)).toEqual(await rowsOf('each', at));
  }
  console.log('limits: 1,500 random calls:', verdicts);
  for (const verdict of ['free', 'busy', 'blocked']) expect(verdicts[verdict]).toBeGreaterThan(20);
});
