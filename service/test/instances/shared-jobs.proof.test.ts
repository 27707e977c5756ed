/** The hourly and daily jobs of several instances: each domain is checked once, each row deleted once. */
import { randomBytes, randomUUID } from 'node:crypto';
import { days } from '@app/contract/fields/durations.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { checkDueDomains } from '#flows/dashboard/single-sign-on/check-domains.ts';
import { insertCompany } from '#store/accounts/accounts.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { createStore } from '#store/store.ts';
import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

/** Each has its own connections and memory, as two processes have. */
let instances: TestDeps[];
const lookUps: string[] = [];
beforeAll(async () => {
  const first = await createTestDeps();
  const second = createStore({ url: first.url, log: first.log });
  const txtRecords = {
    async lookUp(name: string) {
      lookUps.push(name);
      return [];
    },
  };
  instances = [
    { ...first, txtRecords },
    { ...first, txtRecords, store: second, close: () => second.close() },
  ];
});
afterAll(() => Promise.all(instances.map((instance) => instance.close())));

const first = (): TestDeps => instances[0] as TestDeps;

test('60 domains that are due are checked once by two jobs at once, and a missed record is counted once', async () => {
  const now = new Date(first().clock() - 1);
  for (let count = 0; count < 60; count += 1) {
    const id = randomUUID();
    await insertCompany(first().store.durable, { id, name: `Company ${count}` });
    await sql`insert into domain_claims (company_id, domain, value, created_at, verified_at, next_check_at)
      values (${id}::uuid, ${`company-${count}.example`}, ${'v'}, ${now}, ${now}, ${now})`.execute(
      first().store.durable,
    );
    await sql`insert into domains (domain, company_id, method)
      values (${`company-${count}.example`}, ${id}::uuid, 'password')`.execute(first().store.durable);
  }
  const checked = await Promise.all(instances.map((instance) => checkDueDomains(instance)));
  const { rows } = await sql<{ failed: number; domains: string }>`
    select failed_checks as failed, count(*) as domains from domain_claims group by 1`.execute(
    first().store.relaxed,
  );
  console.log(
    `two jobs, 60 due domains: ${checked.join(' + ')} checked, ${new Set(lookUps).size} names looked up`,
  );
  expect(checked.reduce((sum, each) => sum + each, 0)).toBe(60);
  expect(new Set(lookUps).size).toBe(60);
  // Each missed check is counted once: three in a row lose a domain.
  expect(rows).toEqual([{ failed: 1, domains: '60' }]);
});

test('5,000 expired rows are deleted once by two jobs at once', async () => {
  const past = new Date(first().clock() - days(3));
  await sql`insert into used_id_tokens (token, expires_at)
    select sha256(${randomBytes(8)}::bytea || n::text::bytea), ${past}::timestamptz
    from generate_series(1, 5000) n`.execute(first().store.durable);
  const deleted = await Promise.all(
    instances.map((instance) => deleteExpired(instance.store.relaxed, instance.clock())),
  );
  console.log(`two jobs, 5,000 expired rows: ${deleted.join(' + ')} deleted`);
  expect(deleted.reduce((sum, each) => sum + each, 0)).toBe(5000);
});
