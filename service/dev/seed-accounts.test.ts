/** Seeded accounts: all of them share one hash, and the tables are left with the indexes that they had. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';

import { insertCompany } from '#store/accounts/accounts.ts';
import { signInBasic } from '#test/drivers/flow-driver.ts';
import { createAccount, createTestDeps } from '#test/setup/test-deps.ts';

import { seedAccounts } from './seed-accounts.ts';
import { historyTables } from './seed-history.ts';
import { demoCompanyId } from '#store/before-start.ts';

const deps = await createTestDeps();
await insertCompany(deps.store.durable, { id: demoCompanyId, name: 'Northline Demo' });
const client = new pg.Client({ connectionString: deps.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await deps.close();
});

const indexes = async (): Promise<string[]> => {
  const { rows } = await client.query<{ indexdef: string }>(
    'select indexdef from pg_indexes order by indexdef',
  );
  return rows.map(({ indexdef }) => indexdef);
};

const countOf = async (table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
  return rows[0]?.count ?? Number.NaN;
};

it('adds accounts that can sign in, and what a month of use leaves behind, once', async () => {
  const model = await createAccount(deps, { secondStep: 'off', email: `model-${randomUUID()}@example.com` });
  const before = await indexes();
  const steps: string[] = [];
  const seed = () =>
    seedAccounts(deps.url, {
      accounts: 2000,
      inDemoCompany: 500,
      model: model.email,
      history: true,
      onProgress: (step) => void steps.push(step),
    });
  expect(await seed()).toBe(2001);
  expect(await indexes()).toEqual(before);
  expect(steps).toContain('accounts: 2,000 rows added');
  for (const table of historyTables) {
    expect(await countOf(table), table).toBeGreaterThan(0);
    expect(steps.some((step) => step.startsWith(`${table}: `))).toBe(true);
  }
  expect(await countOf('companies')).toBe(4);

  const { rows } = await client.query<{ hashes: number; email: string }>(
    `select count(distinct password_hash)::integer as hashes,
      min(email) filter (where email like 'person-%' and status = 'active' and second_step = 'off') as email
      from accounts where password_hash is not null`,
  );
  expect(rows[0]?.hashes).toBe(1);
  expect(await signInBasic(deps, rows[0]?.email ?? '')).toHaveProperty('access_token');

  const sessions = await countOf('families');
  expect(await seed()).toBe(2001);
  expect(await countOf('families')).toBe(sessions);
});
