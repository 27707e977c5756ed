/** Housekeeping reads and deletes little at a time, however much there was before. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { days, hours } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { refresh, signInBasic } from '#test/drivers/flow-driver.ts';
import { createAccount, createTestDeps } from '#test/setup/test-deps.ts';

import { deleteExpired, eventsToDelete } from './housekeeping.ts';
import { presentMonth, ringSize } from './migrations/partition-events.ts';
import { endedAt } from './sessions/sessions.ts';

const statements: string[] = [];
const deps = await createTestDeps({ onStatement: (text) => void statements.push(text) });
// A separate connection: the service's connections end a long statement.
const client = new pg.Client({ connectionString: deps.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await deps.close();
});

const countOf = async (table: string): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
  return rows[0]?.count ?? Number.NaN;
};

const literalOf = (value: unknown): string =>
  Array.isArray(value) ? `{${value.join(',')}}` : value instanceof Date ? value.toISOString() : String(value);

/** Events of three companies, all of them as old as `age`. */
const addEvents = (count: number, age: number) =>
  client.query(
    `insert into events (event_id, company_id, kind, client, platform, at)
      select gen_random_uuid(), md5('c' || n % 3)::uuid, 'signedIn', '192.0.2.1', 'authentication-ui',
        $2::timestamptz + n * interval '1 millisecond'
      from generate_series(1, $1::integer) n`,
    [count, new Date(deps.clock() - age)],
  );

test('old events are found without reading what took their place', async () => {
  const past = deps.clock() - limits.eventsKept - days(32);
  await addEvents(30_000, limits.eventsKept + days(33));
  await addEvents(10_000, days(2));
  expect(await deleteExpired(deps.store.relaxed, deps.clock())).toBe(30_000);
  // The pages of the deleted rows are filled again.
  await client.query('vacuum events');
  await addEvents(30_000, days(1));
  await client.query('vacuum analyze events');

  const { rows: companies } = await client.query<{ id: string }>(
    'select distinct company_id as id from events',
  );
  const { sql: text, parameters } = eventsToDelete(
    companies.map(({ id }) => id),
    past,
  ).compile(deps.store.relaxed);
  // As the service's connections: one plan for any values.
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query('set enable_seqscan = off');
  await client.query(`prepare deleting as ${text}`);
  const values = parameters.map((value) => pg.escapeLiteral(literalOf(value))).join(', ');
  const { rows: plan } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) execute deleting(${values})`,
  );
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
    plan[0]?.['QUERY PLAN'][0].Plan ?? {};
  // Each company's index of each partition.
  expect(hit + read).toBeLessThan(200);
  expect(await deleteExpired(deps.store.relaxed, deps.clock())).toBe(0);
  expect(await countOf('events')).toBe(40_000);
});

/** Events of a month that is so many after the present one, as the database counts months. */
const addEventsOfMonth = (month: number, count: number, age: number) =>
  client.query(
    `insert into events (event_id, company_id, kind, client, platform, at, slot)
      select gen_random_uuid(), gen_random_uuid(), 'signedIn', '192.0.2.1', 'authentication-ui', $1,
        (${presentMonth} + $2::integer) % ${ringSize}
      from generate_series(1, $3::integer)`,
    [new Date(deps.clock() - age), month, count],
  );

test('a month of events goes at once, when the last of them is a year old, and no other does', async () => {
  await client.query('truncate events');
  // Every month has its partition, and two of the months are the same one.
  for (let month = -13; month <= 1; month += 1) await addEventsOfMonth(month, 10, days(1));
  const { rows: partitions } = await client.query('select distinct tableoid from events');
  expect(partitions).toHaveLength(ringSize);
  statements.length = 0;
  for (const left of [140, 140]) {
    await deleteExpired(deps.store.relaxed, deps.clock());
    expect(await countOf('events')).toBe(left);
  }
  const { rows } = await client.query(`select from events where (${presentMonth} - slot) % ${ringSize} = 13`);
  expect(rows).toEqual([]);
  // An empty one is left alone.
  expect(statements.filter((text) => text.startsWith('truncate'))).toHaveLength(1);
});

test('a month that was not emptied in time is deleted from among the events that came after it', async () => {
  await client.query('truncate events');
  await addEventsOfMonth(0, 1200, limits.eventsKept + days(33));
  await addEventsOfMonth(0, 5, limits.eventsKept + days(31));
  expect(await deleteExpired(deps.store.relaxed, deps.clock())).toBe(1200);
  expect(await countOf('events')).toBe(5);
});

test('a month that a backup reads is emptied an hour later', async () => {
  await client.query('truncate events');
  await addEventsOfMonth(-13, 3, days(400));
  await client.query('begin');
  await client.query('select from events');
  const cleaning = deleteExpired(deps.store.relaxed, deps.clock());
  await expect(cleaning).rejects.toMatchObject({ code: '55P03' });
  await client.query('commit');
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await countOf('events')).toBe(0);
});

test('a batch does not read again what the ones before have deleted, even while a backup runs', async () => {
  const past = new Date(deps.clock() - days(3));
  const rows = 20_000;
  await client.query(
    `insert into used_id_tokens (token, expires_at)
      select sha256(n::text::bytea), $2::timestamptz + n * interval '1 millisecond' from generate_series(1, $1::integer) n`,
    [rows, past],
  );
  await client.query('analyze used_id_tokens');
  // Rows that are deleted now stay in the indexes until this ends.
  const backup = new pg.Client({ connectionString: deps.url });
  await backup.connect();
  await backup.query('begin isolation level repeatable read');
  await backup.query('select count(*) from used_id_tokens');
  expect(await deleteExpired(deps.store.relaxed, deps.clock())).toBe(rows);
  await backup.query('commit');
  await backup.end();
  await sql`select pg_stat_force_next_flush()`.execute(deps.store.relaxed);
  const read = async (): Promise<number> => {
    const found = await client.query<{ read: string }>(
      `select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'used_id_tokens_by_end'`,
    );
    return Number(found.rows[0]?.read);
  };
  await expect.poll(read, { timeout: 20_000, interval: 200 }).toBeGreaterThanOrEqual(rows);
  expect(await read()).toBeLessThan(rows * 1.5);
});

test('sessions go a few at a time, as each takes its refresh tokens along', async () => {
  const account = await createAccount(deps);
  await client.query(
    `with opened as (
      insert into families (id, account_id, strategy, event_id, client, created_at, expires_at)
      select gen_random_uuid(), $1::uuid, 'password', gen_random_uuid(), '192.0.2.1', $2, $2 from generate_series(1, 35)
      returning id)
    insert into refresh_tokens (hash, family_id, expires_at)
    select sha256((id::text || n)::bytea), id, $2 from opened cross join generate_series(1, 300) n`,
    [account.id, new Date(deps.clock() - days(2))],
  );
  statements.length = 0;
  expect(await deleteExpired(deps.store.relaxed, deps.clock())).toBe(35);
  expect(await countOf('refresh_tokens')).toBe(0);
  expect(statements.filter((text) => text.includes('delete from "families"')).length).toBeGreaterThanOrEqual(
    4,
  );
});

test('a session that was ended is deleted a day after that, and one that lives stays', async () => {
  const { email, id } = await createAccount(deps, { secondStep: 'off' });
  await signInBasic(deps, email);
  await sql`update families f set ${endedAt(deps.clock())} where account_id = ${id}`.execute(
    deps.store.durable,
  );
  const { refresh_token: token } = await signInBasic(deps, email);
  deps.advance(hours(23));
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await countOf('families')).toBe(2);
  deps.advance(hours(2));
  await deleteExpired(deps.store.relaxed, deps.clock());
  expect(await countOf('families')).toBe(1);
  expect((await refresh(deps, token)).answer).toBeDefined();
});

/** Rows that could be resent to again at `resendAt`, in milliseconds. */
const addHolds = (count: number, resendAt: number) =>
  deps.store.durable
    .insertInto('resend_holds')
    .values(
      Array.from({ length: count }, () => ({
        address: randomBytes(32),
        resends: 1,
        resend_at: new Date(resendAt),
      })),
    )
    .execute();

test('a table without an index on its time is walked: what is past goes, every other row stays', async () => {
  const now = deps.clock();
  await addHolds(1700, now - days(1) - 1);
  await addHolds(1300, now - days(1) + 1000);
  statements.length = 0;
  expect(await deleteExpired(deps.store.relaxed, now)).toBe(1700);
  const walks = statements.filter((text) => text.includes('"resend_holds"')).length;
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from resend_holds`.execute(
    deps.store.durable,
  );
  expect(rows[0]?.left).toBe(1300);
  // The last one finds that there are no more.
  expect(walks).toBe(4);
  expect(await deleteExpired(deps.store.relaxed, now)).toBe(0);
});

test('a table that cannot be cleaned does not keep the others from it', async () => {
  const past = new Date(deps.clock() - days(60));
  await client.query(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'cannot be deleted'; end $$`);
  await client.query(
    `create trigger refused before delete on used_id_tokens for each row execute function refuse()`,
  );
  await client.query(`insert into used_id_tokens values (sha256('stays'), $1)`, [past]);
  await client.query(
    `insert into outbox (id, kind, recipient, language, created_at, expires_at, next_try_at)
      values ($1, 'code', 'ann@example.com', 'en', $2, $2, $2)`,
    [randomUUID(), past],
  );
  await expect(deleteExpired(deps.store.relaxed, deps.clock())).rejects.toThrow('cannot be deleted');
  expect(await countOf('outbox')).toBe(0);
  expect(await countOf('used_id_tokens')).toBe(1);
});
