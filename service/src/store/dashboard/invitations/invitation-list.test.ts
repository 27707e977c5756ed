/** The plans of the list in a company of 10,000 invitations, next to 20,000 other accounts. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { createTestDeps } from '#test/setup/test-deps.ts';

import { type InvitationQuery, listInvitations } from './invitation-list.ts';

let statements: string[] = [];
const deps = await createTestDeps({ onStatement: (text) => void statements.push(text) });
// A statement of the pool has a second and a half.
for (let first = 1; first <= 30_000; first += 3000)
  await sql`
    insert into accounts (id, company_id, email, name, method, status, language, roles, invited_at)
    select gen_random_uuid(), ${deps.company.id}, 'person-' || n || '@northline.test', 'Person ' || n, 'password',
      case when n % 3 = 0 then 'unconfirmed' else 'active' end, 'en', '["User"]',
      to_timestamp(${deps.clock()}::bigint / 1000) - n * interval '1 minute'
    from generate_series(${first}::integer, ${first + 2999}::integer) n`.execute(deps.store.durable);
await sql`analyze accounts`.execute(deps.store.durable);
afterAll(() => deps.close());

const queries: Record<string, Partial<InvitationQuery>> = {
  'the first page': {},
  'a page behind it': { after: { sentAt: String(Date.UTC(2026, 10, 18) * 1000), id: randomUUID() } },
  'the waiting ones': { state: 'waiting' },
  'the expired ones': { state: 'expired' },
  'a search': { search: 'PERSON-2999' },
  'a search among the expired ones': { search: 'person 29', state: 'expired' },
};

test.each(Object.entries(queries))('%s of 10,000 comes by an index', async (_, changes) => {
  statements = [];
  const page = await listInvitations(deps.store.relaxed, {
    companyId: deps.company.id,
    search: '',
    state: undefined,
    pageSize: 50,
    after: undefined,
    now: deps.clock(),
    ...changes,
  });
  const [text = ''] = statements;
  expect(statements).toHaveLength(1);
  expect(page.total).toBeGreaterThan(0);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (generic_plan) ${sql.raw(text)}`.execute(
    deps.store.relaxed,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // Once a vacuum has run, the number is read from the index only.
  const scans = plan.match(/Index (?:Only )?Scan (?:using|on) invitations_of_company/g);
  // A search reads the rows once, for their number and for the page.
  expect(scans).toHaveLength(changes.search === undefined ? 2 : 1);
  expect(plan.match(/ on accounts/g)).toHaveLength(scans?.length ?? 0);
  expect(plan).not.toContain('Seq Scan');
});
