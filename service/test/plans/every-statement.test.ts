/**
 * Every statement that the service sends, planned for tables of a million rows: none reads a table or an index from end
 * to end. The statements are those that the calls, pages and forms send when all of them are visited, and those of the
 * jobs; those of `npm run` commands are not among them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';

import { checkDueDomains } from '#flows/dashboard/single-sign-on/check-domains.ts';
import { deleteExpired } from '#store/housekeeping.ts';
import { outboxState } from '#store/outbox.ts';
import { startCanaryService, type Request } from '#test/canary/canary-service.ts';
import { visitEverything } from '#test/canary/visits/tour.ts';

import { findUnportable } from './portable-sql.ts';

/** A node of a plan, as `explain (format json)` names it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const indexScans = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);

/**
 * The nodes of the statement's plan, made for any values, that read a table or an index from end to end:
 * `table: Seq Scan` or `index: Index Scan without a condition`.
 */
async function findWholeReads(client: pg.Client, statement: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (generic_plan, format json) ${statement}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`no plan of ${statement}`);
  return nodesOf(plan).flatMap((node) => {
    const type = node['Node Type'];
    if (type === 'Seq Scan') return [`${node['Relation Name']}: ${type}`];
    if (indexScans.has(type) && node['Index Cond'] === undefined)
      return [`${node['Index Name']}: ${type} without a condition`];
    return [];
  });
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Few values, however many rows there are. */
const fewValues =
  /^(?:method|kind|status|outcome|language|client|platform|action|reason|second_step|strategy)$/.source;

/**
 * Turns autovacuum off for every table: it truncates a table without rows to no page, and then the planner expects no
 * row, whatever the statistics say. Autovacuum begins after a minute, which a slow machine reaches.
 */
async function keepTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table %s set (autovacuum_enabled = false)', oid::regclass) as statement
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  await client.query(rows.map(({ statement }) => statement).join(';'));
}

/**
 * Within the client's transaction, which also keeps the server from counting the rows: a million in every table, a
 * thousand for each company, few for other values, and half of what can be null is null. The files stay as small as they
 * are, so the planner takes them for very dense ones.
 */
async function pretendMillionRows(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
      'relpages', greatest(1, pg_relation_size(oid) / 8192)::integer, 'reltuples', 1e6::real, 'relallvisible', 0)
    from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`);
  // What the server may have counted since then: the values of a few rows.
  await client.query(`
    select pg_clear_attribute_stats('public', c.relname::text, a.attname::text, false)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
      'inherited', false, 'null_frac', (case when a.attnotnull then 0 else 0.5 end)::real, 'avg_width', 16,
      'n_distinct', (case when a.attname ~ $1 then 5 when a.attname = 'company_id' then 1000 else -0.5 end)::real)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    [fewValues],
  );
}

/** Who sent each statement first, by its text: a call or a job. */
const senders = new Map<string, string>();

// Outside of it, a statement is the test's own.
const sending = new AsyncLocalStorage<string>();
const canary = await startCanaryService({
  onStatement: (text) => {
    const sender = sending.getStore();
    if (sender !== undefined && !senders.has(text)) senders.set(text, sender);
  },
});
const { deps, send } = canary;
const client = new pg.Client({ connectionString: deps.url });
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
