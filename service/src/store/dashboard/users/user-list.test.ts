/** The plans of the list of accounts: each order reads its index, whatever the filter (requirements §5). */
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { sql } from 'kysely';

import { seedAccounts } from '#dev/seed-accounts.ts';
import { createTestDeps } from '#test/setup/test-deps.ts';
import { insertCompany } from '#store/accounts/accounts.ts';

import {
  countingQuery,
  countQuery,
  countsItself,
  keyCount,
  type RowOrder,
  type UserFilter,
  usersQuery,
} from './user-list.ts';
import { demoCompanyId } from '#store/before-start.ts';

const deps = await createTestDeps();
await insertCompany(deps.store.durable, { id: demoCompanyId, name: 'Northline Demo' });
await seedAccounts(deps.url, { accounts: 30_000, inDemoCompany: 10_000 });
const client = new pg.Client({ connectionString: deps.url });
await client.connect();
// As the service's connections: one plan for any values. Sequential scans are allowed here, and not chosen.
await client.query('set plan_cache_mode = force_generic_plan');
afterAll(async () => {
  await client.end();
  await deps.close();
});

const none: UserFilter = {
  search: '',
  method: undefined,
  status: undefined,
  secondStep: undefined,
  role: undefined,
};
const filters: Record<string, UserFilter> = {
  none,
  search: { ...none, search: 'ada mül' },
  searchAndStatus: { ...none, search: 'ada', status: 'active' },
  method: { ...none, method: 'google' },
  status: { ...none, status: 'unconfirmed' },
  secondStep: { ...none, secondStep: 'off' },
  role: { ...none, role: 'Admin' },
};

let prepared = 0;
/** The kinds of nodes of a statement's plan, made for any values. */
async function nodesOf(
  query: ReturnType<typeof usersQuery | typeof countingQuery | typeof countQuery>,
): Promise<string[]> {
  const { sql, parameters } = query.compile(deps.store.relaxed);
  const name = `plan_${(prepared += 1)}`;
  await client.query(`prepare ${name} as ${sql}`);
  const values = parameters
    .map((value) => (value === null ? 'null' : pg.escapeLiteral(literalOf(value))))
    .join(', ');
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) execute ${name}${values === '' ? '' : `(${values})`}`,
  );
  return [...JSON.stringify(rows[0]?.['QUERY PLAN']).matchAll(/"Node Type":"([^"]+)"/g)].map(
    ([, node]) => node ?? '',
  );
}

it('reads an index and no table from end to end, in every order and with every filter', async () => {
  const plans: Record<string, number> = {};
  const orders: RowOrder[] = ['name', 'email', 'method', 'status', 'signedIn', 'neverSignedIn'];
  const id = '00000000-0000-4000-8000-000000000000';
  for (const [name, filter] of Object.entries(filters)) {
    for (const by of orders) {
      for (const descending of [false, true]) {
        for (const after of [undefined, [...keysBefore(by), id].slice(-keyCount(by))]) {
          const part = { companyId: demoCompanyId, filter, by, descending, after, limit: 51 };
          const counts = countsItself(part);
          const nodes = await nodesOf(counts ? countingQuery(part) : usersQuery(part));
          // What is found is found once, and read twice; the sign-ins are the third.
          const reads = !counts ? 0 : by === 'signedIn' || by === 'neverSignedIn' ? 3 : 2;
          expect(nodes.filter((node) => node === 'CTE Scan')).toHaveLength(reads);
          expect(
            nodes.filter((node) => node === 'Seq Scan'),
            `${name} by ${by}: ${nodes.join(', ')}`,
          ).toEqual([]);
          // A statement that reads each account of the company reads only an index.
          if (counts) expect(nodes, `${name} by ${by}`).toContain('Index Only Scan');
          const kind = nodes.includes('Sort') ? 'sorted' : 'in the order of an index';
          plans[kind] = (plans[kind] ?? 0) + 1;
        }
      }
    }
    if (filter.search !== '') continue;
    const nodes = await nodesOf(countQuery(demoCompanyId, filter));
    expect(
      nodes.filter((node) => node === 'Seq Scan'),
      `count by ${name}: ${nodes.join(', ')}`,
    ).toEqual([]);
    expect(nodes, `count by ${name}`).toContain('Index Only Scan');
  }
});

const keysBefore = (by: RowOrder): string[] =>
  by === 'signedIn'
    ? ['2026-11-01T00:00:00.000000Z']
    : by === 'method' || by === 'status'
      ? ['active', 'm']
      : ['m'];

const literalOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

it.each([
  ['Jens Sørensen', 'jens sorensen'],
  ['Łukasz Żak', 'lukasz zak'],
  ['Eva Weiß', 'eva weiss'],
  ['EVA WEIẞ', 'eva weiss'],
  ['Bjørn Æbelø', 'bjorn aebelo'],
  ['Þóra Guðrún', 'thora gudrun'],
  ['Đorđe Œuvre', 'dorde oeuvre'],
  ['Işıl Ħal Ŧel', 'isil hal tel'],
])('%s is %s, and so is what is typed', async (name, plain) => {
  const { rows } = await sql<{ folded: string }>`select folded(${name}) as folded`.execute(
    deps.store.relaxed,
  );
  expect(rows).toEqual([{ folded: plain }]);
});
