/** The statements of the logs on a company of 10,000 accounts and 120,000 events: by an index, none reads a whole table. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditQuery } from '#store/dashboard/sign-in-log/audit-list.ts';
import {
  countEvents,
  countQuery,
  type EventFilter,
  eventsOfManyQuery,
  eventsQuery,
  listEvents,
} from '#store/dashboard/sign-in-log/event-list.ts';
import { findEventPersons } from '#store/dashboard/sign-in-log/event-persons.ts';
import { signInsQuery } from '#store/dashboard/sign-in-log/overview.ts';
import { createTestDeps, type TestDeps } from '#test/setup/test-deps.ts';

let deps: TestDeps;
const accounts = 10_000;
const events = 120_000;

beforeAll(async () => {
  deps = await createTestDeps();
  // A separate connection: the service's connections end a statement of this length.
  const client = new pg.Client({ connectionString: deps.url });
  await client.connect();
  await client.query(
    `insert into accounts (id, company_id, email, name, method, status, language)
    select md5('a' || n)::uuid, $1::uuid, 'p' || n || '@many.test', 'Person ' || n, 'password', 'active', 'en'
    from generate_series(1, ${accounts}) n`,
    [deps.company.id],
  );
  await client.query(
    `insert into events (event_id, company_id, account_id, email, kind, method, outcome, reason, support_code, client,
      platform, at)
    select gen_random_uuid(), $1::uuid, md5('a' || (1 + n % ${accounts}))::uuid, 'p' || (1 + n % ${accounts}) || '@many.test',
      case when n % 50 = 0 then 'signedOut' else 'signedIn' end, 'password',
      case when n % 20 = 0 then 'refused' else 'success' end,
      case when n % 20 = 0 then 'wrongPassword' end, case when n % 20 = 0 then 'CODE-' || n end, '192.0.2.1',
      'authentication-ui', $2::timestamptz - make_interval(secs => n * 20)
    from generate_series(1, ${events}) n`,
    [deps.company.id, new Date(deps.clock())],
  );
  await client.query('vacuum analyze accounts, events');
  await client.end();
}, 120_000);
afterAll(() => deps.close());

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${query}`.execute(
    deps.store.relaxed,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const everything: Omit<EventFilter, 'companyId'> = {
  kind: undefined,
  outcome: undefined,
  accountId: undefined,
  supportCode: undefined,
  from: undefined,
  to: undefined,
  persons: undefined,
};

test('each filter is read by an index, and its page is read in order', async () => {
  const { id: companyId } = deps.company;
  const db = deps.store.relaxed;
  const now = deps.clock();
  const filters: Record<string, Partial<EventFilter>> = {
    all: {},
    refused: { outcome: 'refused' },
    succeeded: { outcome: 'success' },
    'signed out': { kind: 'signedOut' },
    'signed in and refused': { kind: 'signedIn', outcome: 'refused' },
    'of a week': { from: now - 7 * 86_400_000, to: now },
    'of a person': { accountId: randomUUID() },
    'of a support code': { supportCode: 'CODE-40' },
    'search for one': { persons: await findEventPersons(db, companyId, 'person 4321') },
    'search for many': { persons: await findEventPersons(db, companyId, 'person') },
  };
  // Their rows are few: they are sorted.
  const few = new Set(['of a person', 'of a support code', 'search for one']);
  for (const [name, changes] of Object.entries(filters)) {
    const filter = { ...everything, companyId, ...changes };
    const page = await planOf(eventsQuery({ filter, before: undefined, limit: 51 }));
    const count = await planOf(countQuery(filter, 10_001));
    for (const plan of [page, count]) expect(plan, name).not.toMatch(/Seq Scan on (?:events|accounts)/);
    if (!few.has(name)) expect(page, name).not.toMatch(/-> +(?:Incremental )?Sort\b/);
  }
  const time = { days: 30, timeZone: 'Europe/Berlin' };
  expect(await planOf(signInsQuery(companyId, time, now))).not.toMatch(/Seq Scan on events/);
  const audit = {
    companyId,
    search: 'x',
    action: undefined,
    actorId: undefined,
    from: undefined,
    to: undefined,
  };
  for (const changes of [{}, { action: 'roleChanged' }, { actorId: randomUUID() }])
    expect(
      await planOf(auditQuery({ filter: { ...audit, ...changes }, before: undefined, limit: 51 })),
    ).not.toMatch(/Seq Scan on audit_log/);
});

test('a search that finds many people who never signed in does not read the whole log', async () => {
  const { id: companyId } = deps.company;
  const db = deps.store.relaxed;
  await sql`insert into accounts (id, company_id, email, name, method, status, language)
    select gen_random_uuid(), ${companyId}::uuid, 'newcomer-' || n || '@many.test', 'Newcomer', 'password', 'active', 'en'
    from generate_series(1, 150) n`.execute(db);
  const persons = await findEventPersons(db, companyId, 'newcomer');
  expect(persons.tooMany).toBe(true);
  const filter = { ...everything, companyId, persons };
  const part = { filter, before: undefined, limit: 51 };
  expect(await listEvents(db, part)).toEqual([]);
  expect(await countEvents(db, filter, 201)).toBe(0);
  const pages = await Promise.all(
    [eventsQuery(part), eventsOfManyQuery(part, persons), countQuery(filter, 201)].map(async (query) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers) ${query}`.execute(db);
      const [, hit = '0', , read = '0'] =
        rows
          .map((row) => /Buffers: shared hit=(\d+)( read=(\d+))?/.exec(row['QUERY PLAN']))
          .find((found) => found !== null) ?? [];
      return Number(hit) + Number(read);
    }),
  );
  expect(Math.max(...pages)).toBeLessThan(events / 4);

  // One of them signs in, once, long ago: it is found behind all newer ones.
  await sql`insert into events (event_id, company_id, account_id, email, kind, client, platform, at)
    select gen_random_uuid(), a.company_id, a.id, a.email, 'signedIn', '192.0.2.1', 'authentication-ui',
      ${new Date(deps.clock() - 300 * 86_400_000)}::timestamptz
    from accounts a where a.email = 'newcomer-77@many.test'`.execute(db);
  expect((await listEvents(db, part)).map(({ email }) => email)).toEqual(['newcomer-77@many.test']);
  expect(await countEvents(db, filter, 201)).toBe(1);
});

test('a refused sign-in costs its call no statement, and many refusals one', async () => {
  const statements: string[] = [];
  const counted = await createTestDeps({ onStatement: (text) => void statements.push(text) });
  await counted.store.ping();
  statements.length = 0;
  for (let n = 0; n < 250; n += 1)
    counted.store.attempts.add({
      kind: 'signedIn',
      outcome: 'refused',
      method: 'password',
      reason: n % 2 === 0 ? 'wrongPassword' : 'unknownAccount',
      detail: undefined,
      email: `person-${n}@nowhere.test`,
      accountId: undefined,
      companyId: undefined,
      supportCode: undefined,
      client: '192.0.2.1',
      platform: 'authentication-ui',
      at: counted.clock(),
    });
  expect(statements).toHaveLength(0);
  await counted.store.attempts.flush();
  expect(statements).toHaveLength(1);
  await counted.close();
});
