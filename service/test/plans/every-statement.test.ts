/**
 * Every statement that the service sends, planned for tables of a million rows: none reads a table or an index from end
 * to end. The statements are those that the calls, pages and forms send when all of them are visited, and those of the
 * jobs; those of `npm run` commands are not among them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { checkDueDomains } from '#flows/dashboard/single-sign-on/check-domains.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { outboxState } from '#store/outbox.ts';
import { startCanaryService, type Request } from '#test/canary/canary-service.ts';
import { visitEverything } from '#test/canary/visits/tour.ts';

import { keepTables, pretendMillionRows } from './million-rows.ts';
import { findUnportable } from './portable-sql.ts';
import { findWholeReads } from './whole-reads.ts';

let client: pg.Client;
/** Who sent each statement first, by its text: a call or a job. */
const senders = new Map<string, string>();

beforeAll(async () => {
  // Outside of it, a statement is the test's own.
  const sending = new AsyncLocalStorage<string>();
  const canary = await startCanaryService({
    onStatement: (text) => {
      const sender = sending.getStore();
      if (sender !== undefined && !senders.has(text)) senders.set(text, sender);
    },
  });
  const { deps, send } = canary;
  client = new pg.Client({ connectionString: deps.url });
  await client.connect();
  await keepTables(client);
  await visitEverything({
    ...canary,
    send: (request: Request) => sending.run(request.call, () => send(request)),
  });
  const { store, clock } = deps;
  await sending.run('mails', () => canary.deliverMails());
  await sending.run('metrics', () => outboxState(store.relaxed, clock()));
  await sending.run('domains', () => checkDueDomains({ ...deps, wakeMailWorker: () => {} }));
  await sending.run('clean-up', () => deleteExpired(store.relaxed, clock()));
  await sending.run('attempts', () => store.attempts.flush());
  await canary.close();

  // What a connection has read is counted when it has ended.
  const open = `select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await vi.waitFor(async () => expect((await client.query(open)).rowCount).toBe(0), { timeout: 60_000 });
  // As on the service's connections.
  await client.query('set enable_seqscan = off');
  await client.query('begin');
  await pretendMillionRows(client);
});
afterAll(() => client.end());

it('reads no table and no index from end to end', async () => {
  // What begins and ends a transaction has no plan.
  const planned = [...senders].filter(
    ([text]) => !/^\s*(?:begin|start|commit|rollback|savepoint)\b/i.test(text),
  );
  const found: string[] = [];
  for (const [text, sender] of planned)
    for (const read of await findWholeReads(client, text)) found.push(`${read}, for ${sender}: ${text}`);
  const jobs = new Set(senders.values());
  expect(planned.length).toBeGreaterThan(140);
  for (const job of ['signInWithPassword', 'refreshTokens', 'mails', 'metrics', 'clean-up'])
    expect(jobs).toContain(job);
  expect(found).toEqual([]);
});

it('is taken by the distributed engines', async () => {
  const found: string[] = [];
  for (const [text, sender] of senders)
    for (const fault of await findUnportable(text)) found.push(`${fault}, for ${sender}: ${text}`);
  expect(found).toEqual([]);
});

it('no function and no foreign key has read a table from end to end meanwhile', async () => {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_stat_user_tables where seq_scan > 0 and schemaname = 'public'`,
  );
  // The test reads all emails, to know what is secret in them.
  expect(rows.map(({ relname }) => relname).filter((table) => table !== 'outbox')).toEqual([]);
});

it.each([
  ['select 1 from accounts where name = $1', 'accounts: Seq Scan'],
  ['select count(*) from accounts', 'Index Only Scan without a condition'],
  ['delete from events where platform = $1', 'events_0: Seq Scan'],
])('finds that “%s” does', async (statement, read) =>
  expect((await findWholeReads(client, statement)).join('; ')).toContain(read),
);
